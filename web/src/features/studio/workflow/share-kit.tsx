import { useMutation } from '@tanstack/react-query'
import { type CardKind, shortPath } from '@vignette/contract/card-kinds.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { saveAnswer } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Copy, Download } from '../../../ui/icons.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { QrCode } from './qr-code.tsx'

const CARDS: [CardKind, string][] = [
  ['post', 'Post, 1080 × 1350'],
  ['story', 'Story, 1080 × 1920'],
  ['film', 'Film, 6 seconds'],
]

/** A film is drawn frame by frame while the browser waits. */
const PATIENCE_MS = 180_000

/** What a creator posts elsewhere: pictures and a film of the sample, a caption, and a QR code. */
export function ShareKit({ recipe }: { recipe: WorkflowView }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (kind: CardKind) =>
      saveAnswer(
        'drawCard',
        { params: { id: recipe.id }, query: { kind }, timeoutMs: PATIENCE_MS },
        `${kind}-${recipe.id.slice(-12)}.${kind === 'film' ? 'mp4' : 'png'}`,
      ),
    onSuccess: (_, kind) => track('card_saved', { workflow_id: recipe.id, kind }),
    onError: (error) => toastError(readReason(error, 'It could not be made. Please try again.')),
  })
  const making = isPending ? variables : undefined
  const address = location.origin + shortPath(recipe.id)
  const caption =
    `${recipe.name} by @${recipe.creator_handle}\n${cut(recipe.description)}\n${address}`
      .replace(/\n+/g, '\n')
      .trim()

  return (
    <section aria-labelledby="kit" className="border-t border-line pt-5">
      <h2 id="kit" className="text-lg font-semibold">
        For your posts
      </h2>
      <p className="mt-1 text-sm text-muted">
        {recipe.sample
          ? 'The sample with the recipe’s name and short address. The film takes about half a minute to make.'
          : 'Choose a sample first: pictures and the film are made from it.'}
      </p>
      {recipe.sample && (
        <div className="mt-3 flex flex-wrap gap-2.5">
          {CARDS.map(([kind, words]) => (
            <Button
              key={kind}
              kind="secondary"
              busy={making === kind}
              disabled={isPending}
              onClick={() => mutate(kind)}
            >
              {making !== kind && <Icon of={Download} size={16} />}
              {words}
            </Button>
          ))}
        </div>
      )}
      <label htmlFor="caption" className="mt-5 block text-sm font-medium">
        Caption
      </label>
      <textarea
        id="caption"
        readOnly
        rows={4}
        value={caption}
        onFocus={(event) => event.target.select()}
        className="mt-1.5 w-full resize-none rounded-md border border-line-strong bg-ground p-3 text-sm"
      />
      <Button kind="secondary" className="mt-2" onClick={() => void copy(caption)}>
        <Icon of={Copy} size={16} />
        Copy caption
      </Button>
      <QrCode address={address} file="qr.svg">
        <p className="font-mono text-xs break-all text-muted">{address}</p>
      </QrCode>
    </section>
  )
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast('Caption copied')
  else toastError('It could not be copied. Select it and copy it.')
}

const cut = (text: string) => (text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text)
