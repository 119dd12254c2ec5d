import 'react-image-crop/dist/ReactCrop.css'
import { EDITOR } from '@vignette/contract/editor-limits.ts'
import { useEffect, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FlipHorizontal2, FlipVertical2, RotateCcw, RotateCw } from '../../../ui/icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { isFocusLost } from '../inputs/is-focus-lost.ts'
import { CropTools } from './crop-tools.tsx'
import { clamp, type Size } from './geometry.ts'
import { type EditorOptions, useEditor } from './use-editor.ts'

/** White with a dark edge, visible on any picture; in the accent colour with keyboard focus. */
const HANDLES =
  '[--rc-border-color:rgb(0_0_0/0.5)] [--rc-drag-handle-bg-colour:#fff] [--rc-focus-color:var(--accent)]'

const CROP_LABELS = {
  cropArea: 'Crop area: move it with the arrow keys',
  nwDragHandle: 'Top left corner of the crop',
  nDragHandle: 'Top edge of the crop',
  neDragHandle: 'Top right corner of the crop',
  eDragHandle: 'Right edge of the crop',
  seDragHandle: 'Bottom right corner of the crop',
  sDragHandle: 'Bottom edge of the crop',
  swDragHandle: 'Bottom left corner of the crop',
  wDragHandle: 'Left edge of the crop',
}

const PRESSED = 'aria-pressed:border-accent aria-pressed:text-accent'

interface ImageEditorProps {
  source: Blob
  fixed: Size | null
  onExport: EditorOptions['onExport']
  onDone: () => void
  onCancel: () => void
}

export function ImageEditor({ source, fixed, onExport, onDone, onCancel }: ImageEditorProps) {
  const [tab, setTab] = useState('crop')
  const editor = useEditor({ source, fixed, onExport })
  const { edit, change } = editor
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The focused button may have disappeared.
    if (isFocusLost()) section.current?.focus({ preventScroll: true })
  }, [])
  if (editor.error) {
    return (
      <Alert
        tone="danger"
        action={
          <Button kind="secondary" size="sm" onClick={onCancel}>
            Close editor
          </Button>
        }
      >
        {editor.error}
      </Alert>
    )
  }
  return (
    <section
      aria-label="Image editor"
      ref={section}
      tabIndex={-1}
      className="overflow-hidden rounded-lg border border-line bg-surface outline-none"
    >
      <div className="flex min-h-64 justify-center bg-[repeating-conic-gradient(var(--sunken)_0_25%,var(--ground)_0_50%)] bg-size-[20px_20px] p-3 sm:p-5">
        {!editor.isReady && <Skeleton className="h-64 w-full max-w-[600px]" />}
        <ReactCrop
          crop={{ unit: '%', ...edit.crop }}
          onChange={(_, { x, y, width, height }) => change({ crop: { x, y, width, height } })}
          keepSelection
          ruleOfThirds
          minWidth={24}
          minHeight={24}
          ariaLabels={CROP_LABELS}
          className={editor.isReady ? `max-w-full self-center ${HANDLES}` : 'hidden'}
          {...(editor.ratio ? { aspect: editor.ratio } : {})}
        >
          <canvas
            ref={editor.canvas}
            aria-label="The picture being edited"
            role="img"
            className="block h-auto max-w-full"
          />
        </ReactCrop>
      </div>
      <div className="p-4 sm:p-5">
        <Tabs
          label="Editing tools"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'crop', label: 'Crop', content: <CropTools editor={editor} fixed={fixed} /> },
            {
              value: 'adjust',
              label: 'Adjust',
              content: (
                <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
                  <Slider
                    label="Brightness"
                    {...EDITOR.tone}
                    value={edit.brightness}
                    onChange={(brightness) => change({ brightness })}
                  />
                  <Slider
                    label="Contrast"
                    {...EDITOR.tone}
                    value={edit.contrast}
                    onChange={(contrast) => change({ contrast })}
                  />
                  <Slider
                    label="Rotation"
                    {...EDITOR.rotation}
                    value={edit.rotation}
                    format={(degrees) => `${degrees}°`}
                    onChange={(rotation) => change({ rotation })}
                  />
                  <div className="flex flex-wrap items-center gap-2">
                    <Button
                      kind="secondary"
                      size="icon"
                      aria-label="Turn left"
                      onClick={() => change({ rotation: turn(edit.rotation, -90) })}
                    >
                      <Icon of={RotateCcw} />
                    </Button>
                    <Button
                      kind="secondary"
                      size="icon"
                      aria-label="Turn right"
                      onClick={() => change({ rotation: turn(edit.rotation, 90) })}
                    >
                      <Icon of={RotateCw} />
                    </Button>
                    <Button
                      kind="secondary"
                      size="icon"
                      aria-label="Flip horizontally"
                      aria-pressed={edit.flip.horizontal}
                      className={PRESSED}
                      onClick={() =>
                        change({ flip: { ...edit.flip, horizontal: !edit.flip.horizontal } })
                      }
                    >
                      <Icon of={FlipHorizontal2} />
                    </Button>
                    <Button
                      kind="secondary"
                      size="icon"
                      aria-label="Flip vertically"
                      aria-pressed={edit.flip.vertical}
                      className={PRESSED}
                      onClick={() =>
                        change({ flip: { ...edit.flip, vertical: !edit.flip.vertical } })
                      }
                    >
                      <Icon of={FlipVertical2} />
                    </Button>
                  </div>
                </div>
              ),
            },
            {
              value: 'filters',
              label: 'Filters',
              content: <p className="py-6 text-center text-muted">Filters are coming soon.</p>,
            },
          ]}
        />
        {editor.fault && (
          <div className="mt-4">
            <Alert tone="danger">{editor.fault}</Alert>
          </div>
        )}
        <div className="mt-5 grid grid-cols-2 gap-3 border-t border-line pt-4 sm:flex">
          <Button kind="ghost" className="sm:mr-auto sm:-ml-5" onClick={editor.reset}>
            Reset
          </Button>
          <Button kind="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            className="col-span-2 row-start-1"
            disabled={!editor.isReady}
            onClick={() => {
              if (editor.finish()) onDone()
            }}
          >
            Use this picture
          </Button>
        </div>
      </div>
    </section>
  )
}

function turn(rotation: number, by: number): number {
  const next = rotation + by
  const wrapped = next > 180 ? next - 360 : next < -180 ? next + 360 : next
  return clamp(wrapped, EDITOR.rotation.min, EDITOR.rotation.max)
}
