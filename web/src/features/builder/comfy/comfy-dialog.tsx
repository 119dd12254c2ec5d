import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ComfyChoice } from './find-comfy-choices.ts'
import type { ComfyStart } from './read-start.ts'
import { writeComfyRecipe } from './write-comfy-recipe.ts'

/** Asks which values of a graph the buyer fills in. */
export function ComfyDialog({
  start,
  busy,
  fault,
  onBegin,
  onClose,
}: {
  start: ComfyStart
  busy: boolean
  fault: string
  onBegin: (text: string) => void
  onClose: () => void
}) {
  const { choices, makes } = start
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    () => new Set(choices.filter((one) => one.isTaken).map((one) => one.id)),
  )
  const toggle = (id: string) => {
    const next = new Set(taken)
    if (!next.delete(id)) next.add(id)
    setTaken(next)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={busy}
      title="A graph of ComfyUI"
      description="What is ticked, the buyer fills in, or each remix draws anew. Everything else stays as the graph has it."
    >
      <div className="mt-5 flex flex-col gap-4">
        {fault && <Alert tone="danger">{fault}</Alert>}
        {makes === undefined && (
          <Alert>The graph saves no picture and no film, so a remix would have no result.</Alert>
        )}
        {choices.length === 0 && <p className="text-muted">Nothing here can be filled in.</p>}
        <ul className="flex flex-col gap-1">
          {choices.map((one) => (
            <li key={one.id}>
              <Checkbox
                className="min-h-11 items-center"
                label={`${KINDS[one.kind]}: ${one.title}`}
                hint={<span className="line-clamp-2 break-words">{one.value}</span>}
                checked={taken.has(one.id)}
                disabled={busy}
                onChange={() => toggle(one.id)}
              />
            </li>
          ))}
        </ul>
        <Button
          busy={busy}
          onClick={() => onBegin(writeComfyRecipe(start.written, start, taken, start.name))}
        >
          Make the recipe
        </Button>
      </div>
    </Dialog>
  )
}

const KINDS: Record<ComfyChoice['kind'], string> = {
  photo: 'Photo',
  words: 'Words',
  seed: 'Random',
}
