import { useEffect, useState } from 'react'
import { track } from '../lib/analytics.ts'
import { readItem, removeItem, writeItem } from '../lib/storage.ts'
import { Glyph } from '../ui/glyph.tsx'

const themes = [
  ['system', 'Follow the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
type Theme = (typeof themes)[number][0]

function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    removeItem('theme')
    delete document.documentElement.dataset.theme
  } else {
    writeItem('theme', theme)
    document.documentElement.dataset.theme = theme
  }
}

export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => {
    const stored = readItem('theme')
    if (stored === 'light' || stored === 'dark') setTheme(stored)
  }, [])
  return (
    <fieldset className="flex self-start rounded-full sm:self-auto border border-line p-1">
      <legend className="sr-only">Theme</legend>
      {themes.map(([value, label]) => (
        <label
          key={value}
          title={label}
          className="grid size-8 place-items-center rounded-full text-muted transition-colors hover:text-ink has-checked:bg-sunken has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => {
              setTheme(value)
              applyTheme(value)
              track('theme_changed', { theme: value })
            }}
            className="sr-only"
          />
          <Glyph of={value} size={15} />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
