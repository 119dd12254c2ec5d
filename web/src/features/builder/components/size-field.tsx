import { useState } from 'react'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Input, Select } from '../../../ui/field.tsx'
import { type Parts, readText } from '../document/read-parts.ts'
import { useEditing } from './editing.ts'

const USUAL = [
  ['1024x1024', 'Square, 1024 × 1024'],
  ['1024x768', 'Wide, 1024 × 768'],
  ['768x1024', 'Tall, 768 × 1024'],
  ['1280x720', 'Film, 1280 × 720'],
  ['720x1280', 'Phone, 720 × 1280'],
] as const
const OWN = 'own'

/** The size to which the buyer crops a photo, drawn in its proportions. */
export function SizeField({ input, path }: { input: Parts; path: JsonPath }) {
  const { readOnly, faultAt, set } = useEditing()
  const size = readText(input, 'image_size')
  const [typing, setTyping] = useState(false)
  const isOwn = typing || (size !== '' && !USUAL.some(([value]) => value === size))
  const at = [...path, 'image_size']
  const error = faultAt(formatJsonPath(at))
  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="grow basis-48">
        <Select
          label="Size of the photo"
          placeholder="As the buyer brings it"
          options={[
            ...USUAL.map(([value, label]) => ({ value, label })),
            { value: OWN, label: 'Another size' },
          ]}
          value={isOwn ? OWN : size}
          disabled={readOnly}
          error={isOwn ? undefined : error}
          onChange={({ target }) => {
            setTyping(target.value === OWN)
            if (target.value !== OWN) set(at, target.value || undefined)
          }}
        />
        {isOwn && (
          <div className="mt-3">
            <Input
              label="Width x height"
              placeholder="1024x768"
              value={size}
              disabled={readOnly}
              error={error}
              onChange={({ target }) => set(at, target.value || undefined)}
            />
          </div>
        )}
      </div>
      <Crop size={size} />
    </div>
  )
}

function Crop({ size }: { size: string }) {
  const match = /^(\d{2,4})x(\d{2,4})$/.exec(size)
  const [width, height] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || width === 0 || height === 0) return null
  const scale = 88 / Math.max(width, height)
  const [w, h] = [width * scale, height * scale]
  return (
    <svg
      viewBox="0 0 100 100"
      className="size-24 text-muted"
      role="img"
      aria-label={`A crop of ${width} by ${height}`}
    >
      <rect width="100" height="100" rx="6" fill="var(--sunken)" />
      <rect
        x={50 - w / 2}
        y={50 - h / 2}
        width={w}
        height={h}
        fill="var(--accent-wash)"
        stroke="var(--accent)"
        strokeWidth="2"
      />
    </svg>
  )
}
