import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useAuth } from './auth-context.tsx'

function Probe() {
  useAuth()
  return null
}

test('using the auth context outside its provider is an error', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Probe />)).toThrow('useAuth must be used inside an AuthProvider')
  quiet.mockRestore()
})
