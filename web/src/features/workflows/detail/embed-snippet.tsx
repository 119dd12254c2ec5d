import { html } from '@vignette/contract/html.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useId, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Check, Copy } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { toastError } from '../../../ui/toast.tsx'

/** Shows the HTML by which another site embeds the recipe. */
export function EmbedSnippet({ recipe }: { recipe: Pick<WorkflowView, 'id' | 'name'> }) {
  const id = useId()
  const [copied, setCopied] = useState(false)
  const snippet = buildSnippet(location.origin, recipe)

  async function copy() {
    const done = await copyText(snippet)
    setCopied(done)
    if (!done) toastError('It could not be copied. Select it and copy it.')
  }

  return (
    <>
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        Paste this where your page takes HTML. It shows the sample, the name and the price, and its
        button opens the recipe here.{' '}
        <Link to={`/embed/${recipe.id}`} target="_blank" className="text-ink underline">
          See it
        </Link>
      </p>
      <textarea
        readOnly
        rows={4}
        aria-label="HTML to paste"
        aria-describedby={`${id}-hint`}
        value={snippet}
        onFocus={(event) => event.target.select()}
        className="mt-3 field-sizing-content w-full resize-none rounded-md border border-line-strong bg-ground p-3 font-mono text-xs text-muted"
      />
      <Button kind="secondary" className="mt-2" onClick={() => void copy()}>
        <Icon of={copied ? Check : Copy} size={16} />
        {copied ? 'Copied' : 'Copy HTML'}
      </Button>
      <span role="status" className="sr-only">
        {copied && 'The HTML is copied.'}
      </span>
    </>
  )
}

/** The HTML of a frame that shows a recipe on other sites; the recipe's name becomes the frame's title. */
function buildSnippet(origin: string, { id, name }: { id: string; name: string }): string {
  const frame = html`<iframe src="${origin}/embed/${id}" width="360" height="480" style="border:0;max-width:100%" loading="lazy" title="${name}"></iframe>`
  return frame.toString()
}
