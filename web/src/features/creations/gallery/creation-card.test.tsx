import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sampleCreation, sampleMedia } from '../../../../test/samples.ts'
import { CreationCard } from './creation-card.tsx'

function show(over: Parameters<typeof sampleCreation>[1] = {}, index = 0) {
  render(
    <>
      <CreationCard creation={sampleCreation(1, over)} index={index} />
    </>,
  )
  return screen.getByRole('link')
}

test('the card opens the creation, with the height of its position', () => {
  const card = show({}, 3)
  expect(card.getAttribute('href')).toBe(`/creations/${sampleCreation(1).id}`)
  expect(card.style.height).toBe('400px')
  expect(card.textContent).toContain('AI-made')
})

describe('the card shows', () => {
  test.each([
    ['a film first', { video: '/media/a.mp4', image: '/media/a.png', media: null }, 'video'],
    ['the picture if there is no film', { image: '/media/a.png', media: null }, 'img'],
    [
      'the first of a list if there is no picture',
      { image: null, media: null, images: ['/media/b.png'] },
      'img',
    ],
    [
      'the first of a JSON list',
      { image: null, media: null, images: '["/media/b.png"]' as unknown as string[] },
      'img',
    ],
  ])('%s', (_, over, tag) => {
    expect(show(over).querySelector('video, img')?.tagName.toLowerCase()).toBe(tag)
  })

  test('a film with its poster, which loads nothing of the film before the mouse is there', () => {
    const media = sampleMedia({ kind: 'video', url: '/media/a.mp4' })
    const card = show({ video: '/media/a.mp4', image: null, media })
    expect(card.querySelector('video')?.preload).toBe('none')
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/media/one.webp')
  })

  test('the words Generated Content if there is no picture', () => {
    expect(show({ image: null, media: null }).textContent).toContain('Generated Content')
  })

  test('the meaning of its badges in words', () => {
    const words = show({ video: '/media/a.mp4', public: false }).textContent
    expect(words).toContain('Video')
    expect(words).toContain('Private')
    cleanup()
    expect(show({}).textContent).not.toMatch(/Video|Private|Proof/)
    cleanup()
    expect(show({ proof_until: '2026-11-03T14:05:00Z' }).textContent).toContain('Proof waits')
  })

  test.each([
    ['2026-11-02T10:00:00Z', 'Nov 2'],
    ['nonsense', 'Unknown date'],
  ])('the date of %s: %s', (created_at, text) => {
    expect(show({ created_at }).textContent).toContain(text)
  })
})
