import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picture, Video } from './media.tsx'

test('a picture that fails shows Image unavailable, or the given text', () => {
  const { rerender } = render(<Picture url="/media/a.png" alt="Fox" />)
  fireEvent.error(screen.getByRole('img', { name: 'Fox' }))
  expect(screen.getByText('Image unavailable')).toBeTruthy()
  rerender(<Picture key="other" alt="Fox" failure="Preview unavailable" />)
  expect(screen.getByText('Preview unavailable')).toBeTruthy()
})

test('a film that fails shows Preview unavailable', () => {
  render(<Video url="/media/a.mp4" label="Fox" />)
  fireEvent.error(screen.getByLabelText('Fox'))
  expect(screen.getByText('Preview unavailable')).toBeTruthy()
})
