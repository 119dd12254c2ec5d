import type { WorkflowState, WorkflowView } from '@vignette/contract/workflows.ts'
import { isAbort } from '../../../lib/api-error.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Copy, Share } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { EmbedPart } from '../../workflows/index.ts'
import { LinkList } from './link-list.tsx'
import { ShareKit } from './share-kit.tsx'

/** What a person finds at the address, where that is not the recipe for sale. */
const WARNINGS: Partial<Record<WorkflowState, string>> = {
  unlisted: 'It is in no list: people find it by this address alone.',
  paused: 'Its page says “Back soon”, and nobody can start it now.',
  hidden: 'An admin hid it: the address shows nothing to other people.',
}

export function ShareTab({ recipe, state }: { recipe: WorkflowView; state: WorkflowState }) {
  const address = location.origin + recipe.address
  const warning = WARNINGS[state]

  async function copy() {
    if (await copyText(address)) toast('Link copied')
    else toastError('The link could not be copied. Select it and copy it.')
  }

  async function share() {
    try {
      await navigator.share({ title: recipe.name, url: address })
    } catch (error) {
      if (!isAbort(error)) await copy()
    }
  }

  return (
    <div className="flex max-w-xl flex-col gap-5 pt-2">
      {warning && <Alert tone="warn">{warning}</Alert>}
      <Input
        label="The recipe’s address"
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>
          <Icon of={Copy} size={16} />
          Copy link
        </Button>
        {'share' in navigator && (
          <Button kind="secondary" onClick={() => void share()}>
            <Icon of={Share} size={16} />
            Share…
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        Where you send or post it, the link shows the recipe’s name and sample. What the recipe
        earns is under{' '}
        <Link to={`/studio/sales?recipe=${recipe.id}`} className="text-ink underline">
          Sales
        </Link>
        .
      </p>
      <LinkList id={recipe.id} />
      <ShareKit recipe={recipe} />
      <section aria-labelledby="embed" className="border-t border-line pt-5">
        <h2 id="embed" className="text-lg font-semibold">
          On your own page
        </h2>
        <EmbedPart recipe={recipe} />
      </section>
    </div>
  )
}
