import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Icon } from './icon.tsx'
import * as icons from './icons.tsx'

test.each(Object.entries(icons))(
  '%s is drawn in the colour of the words, which alone are read',
  (_, shape) => {
    const { container } = render(
      <button type="button">
        <Icon of={shape} size={20} className="mb-5" />
        Words
      </button>,
    )
    expect(screen.getByRole('button').textContent).toBe('Words')
    const svg = container.querySelector('svg')
    expect(svg?.getAttribute('aria-hidden')).toBe('true')
    expect([svg?.getAttribute('width'), svg?.getAttribute('class')]).toEqual(['20', 'mb-5'])
    expect(svg?.getAttribute('stroke')).toBe('currentColor')
    expect(svg?.querySelectorAll('path, circle, line, rect').length).toBeGreaterThan(0)
  },
)
