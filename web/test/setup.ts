import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A file's first screen compiles its chunks, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
