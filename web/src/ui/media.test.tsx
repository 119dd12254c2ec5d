import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleMedia } from '../../test/samples.ts'
import { HUNG, Picture, Video } from './media.tsx'

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

test('a whole picture hangs on its own colours, and a square one fills its box', () => {
  const media = sampleMedia({ placeholder: 'data:image/webp;base64,AAAA' })
  const { rerender } = render(<Picture media={media} alt="Fox" fit="whole" />)
  const picture = screen.getByRole('img', { name: 'Fox' })
  expect(picture.className).toContain(HUNG)
  expect(picture.closest('span')?.style.backgroundImage).toContain('data:image/webp;base64,AAAA')
  rerender(<Picture media={{ ...media, width: 512 }} alt="Fox" fit="whole" />)
  expect(screen.getByRole('img', { name: 'Fox' }).className).not.toContain(HUNG)
})

test('an adult picture or film is covered, and its file not asked for', () => {
  const media = sampleMedia({ adult: true })
  render(
    <>
      <Picture media={media} alt="Fox" />
      <Video media={media} label="A fox" />
    </>,
  )
  expect(screen.getAllByText('Adult content')).toHaveLength(2)
  expect(document.querySelector('img, source, video')).toBeNull()
})
