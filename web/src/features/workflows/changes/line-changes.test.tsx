import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LineChanges } from './line-changes.tsx'

test('changes far apart stand each between their nearest lines, and what is alike is left out', () => {
  const before = 'a b c d e f g h i j'.replaceAll(' ', '\n')
  const after = 'a X c d e f g h i j k'.replaceAll(' ', '\n')
  render(<LineChanges label="Far apart" before={before} after={after} />)
  const lines = [...screen.getByLabelText('Far apart').children].map((line) => line.textContent)
  expect(lines).toEqual(['  a', '− b', '+ X', '  c', '  d', '…', '  i', '  j', '+ k'])
})
