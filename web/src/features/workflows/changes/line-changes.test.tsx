import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LineChanges } from './line-changes.tsx'

test('changes far apart are shown with their nearest lines, and equal lines between are left out', () => {
  const before = 'a b c d e f g h i j'.replaceAll(' ', '\n')
  const after = 'a X c d e f g h i j k'.replaceAll(' ', '\n')
  render(<LineChanges label="Far apart" before={before} after={after} />)
  const lines = [...screen.getByLabelText('Far apart').children].map((line) => line.textContent)
  expect(lines).toEqual(['  a', '− b', '+ X', '  c', '  d', '…', '  i', '  j', '+ k'])
})
