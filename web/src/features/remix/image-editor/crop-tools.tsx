import { EDITOR } from '@vignette/contract/editor-limits.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Minus, Plus } from '../../../ui/icons.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { type Size, stepZoom } from './geometry.ts'
import type { useEditor } from './use-editor.ts'

const pan = { min: -1, max: 1, step: 0.05 }

export function CropTools({
  editor,
  fixed,
}: {
  editor: ReturnType<typeof useEditor>
  fixed: Size | null
}) {
  const { edit, ratio, change } = editor
  return (
    <div className="flex flex-col gap-4">
      {fixed ? (
        <p className="text-sm text-muted">
          This recipe needs exactly {fixed.width} × {fixed.height} pixels. Choose the part to keep.
        </p>
      ) : (
        <div role="group" aria-label="Aspect ratio" className="flex flex-wrap gap-2">
          {EDITOR.ratios.map(([name, value]) => (
            <button
              key={name}
              type="button"
              aria-pressed={ratio === value}
              onClick={() => editor.chooseRatio(value)}
              className={cx(
                'h-9 rounded-full border px-3.5 text-sm font-medium transition-colors',
                ratio === value
                  ? 'border-ink bg-ink text-ground'
                  : 'border-line text-ink hover:border-line-strong',
              )}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <div className="flex items-end gap-2">
        <Button
          kind="secondary"
          size="icon"
          aria-label="Zoom out"
          disabled={edit.zoom <= EDITOR.zoom.min}
          onClick={() => change({ zoom: stepZoom(edit.zoom, -1) })}
        >
          <Icon of={Minus} />
        </Button>
        <div className="flex-1">
          <Slider
            label="Zoom"
            {...EDITOR.zoom}
            value={edit.zoom}
            format={(zoom) => `${Math.round(zoom * 100)}%`}
            onChange={(zoom) => change({ zoom: stepZoom(zoom, 0) })}
          />
        </div>
        <Button
          kind="secondary"
          size="icon"
          aria-label="Zoom in"
          disabled={edit.zoom >= EDITOR.zoom.max}
          onClick={() => change({ zoom: stepZoom(edit.zoom, 1) })}
        >
          <Icon of={Plus} />
        </Button>
      </div>
      {edit.zoom > 1 && (
        <div className="grid gap-x-8 sm:grid-cols-2">
          <Slider
            label="Left to right"
            {...pan}
            value={edit.panX}
            format={(value) => `${Math.round(value * 100)}%`}
            onChange={(panX) => change({ panX })}
          />
          <Slider
            label="Top to bottom"
            {...pan}
            value={edit.panY}
            format={(value) => `${Math.round(value * 100)}%`}
            onChange={(panY) => change({ panY })}
          />
        </div>
      )}
    </div>
  )
}
