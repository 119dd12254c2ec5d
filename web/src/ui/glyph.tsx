import { cx } from './class-names.ts'

/** The shell's few icons, drawn here so that the first load needs no icon library. */
const shapes = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M18 6 6 18M6 6l12 12',
  search: 'm21 21-4.3-4.3M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z',
  system: 'M4 4h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8 20h8M12 16v4',
  light:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  dark: 'M20.9 13A8.5 8.5 0 1 1 11 3.1 6.6 6.6 0 0 0 20.9 13Z',
  play: 'M7 4.5v15l12-7.5Z',
  down: 'm6 9 6 6 6-6',
} as const

export function Glyph({
  of: name,
  size = 18,
  className,
}: {
  of: keyof typeof shapes
  size?: number
  className?: string
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={name === 'play' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={cx('shrink-0', className)}
    >
      <path d={shapes[name]} />
    </svg>
  )
}
