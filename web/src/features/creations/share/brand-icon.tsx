import type { ShareTargetId } from './build-share-links.ts'

const shapes: Record<ShareTargetId, string> = {
  x: 'M17.5 3h3.2l-7 8 8.2 10h-6.4l-5-6.2L4.7 21H1.5l7.5-8.6L1.1 3h6.6l4.5 5.7L17.5 3Zm-1.1 16.1h1.8L6.7 4.8H4.8l11.6 14.3Z',
  facebook:
    'M13.6 21.9v-8h2.7l.5-3.4h-3.2V8.3c0-1 .4-1.9 1.9-1.9h1.5V3.5S15.7 3.2 14.4 3.2c-2.6 0-4.3 1.6-4.3 4.6v2.7H7.2v3.4h2.9v8a11 11 0 0 0 3.5 0Z',
  instagram:
    'M7.5 2.5h9a5 5 0 0 1 5 5v9a5 5 0 0 1-5 5h-9a5 5 0 0 1-5-5v-9a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v9a3 3 0 0 0 3 3h9a3 3 0 0 0 3-3v-9a3 3 0 0 0-3-3h-9ZM12 7.3a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4Zm0 2a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Zm4.9-3.3a1.1 1.1 0 1 1 0 2.3 1.1 1.1 0 0 1 0-2.3Z',
  tiktok:
    'M16.6 2.5c.3 2.4 1.8 4 4.1 4.2v3.1c-1.5.1-2.9-.4-4.1-1.2v6.6c0 4-2.9 6.8-6.5 6.8-3.6 0-6.5-2.8-6.5-6.4 0-3.9 3.2-6.7 7.3-6.3v3.3c-2.2-.5-4 .9-4 2.9 0 1.8 1.4 3.2 3.2 3.2s3.2-1.4 3.2-3.3V2.5h3.3Z',
  youtube:
    'M21.6 7.2a2.5 2.5 0 0 0-1.8-1.8C18.2 5 12 5 12 5s-6.2 0-7.8.4A2.5 2.5 0 0 0 2.4 7.2C2 8.8 2 12 2 12s0 3.2.4 4.8c.2.9.9 1.6 1.8 1.8 1.6.4 7.8.4 7.8.4s6.2 0 7.8-.4a2.5 2.5 0 0 0 1.8-1.8c.4-1.6.4-4.8.4-4.8s0-3.2-.4-4.8ZM10 15V9l5.2 3L10 15Z',
}

export function BrandIcon({ of }: { of: ShareTargetId }) {
  return (
    <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden focusable={false}>
      <path d={shapes[of]} fill="currentColor" fillRule="evenodd" />
    </svg>
  )
}
