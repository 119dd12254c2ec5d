import { useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import type { Published } from './use-publish-draft.ts'

/** The recipe is live: its address to share, and the way to its page in the studio. */
export function PublishedPanel({ published }: { published: Published }) {
  const { workflow, withoutSample } = published
  const [copied, setCopied] = useState<string | undefined>()
  const address = location.origin + workflow.address
  return (
    <div className="flex flex-col gap-5">
      <p role="status">
        {workflow.name}, version {workflow.version}, is{' '}
        {workflow.state === 'unlisted' ? 'reachable by its address' : 'live'}.
      </p>
      {withoutSample && (
        <Alert tone="warn">
          What your test made could not become the sample; the recipe is published without it.
        </Alert>
      )}
      <Input label="Address of the recipe" readOnly value={address} />
      <div className="flex flex-wrap gap-3">
        <Button
          kind="secondary"
          onClick={() =>
            void copyText(address).then((done) =>
              setCopied(done ? 'Copied' : 'It could not be copied: please select it'),
            )
          }
        >
          Copy address
        </Button>
        <LinkButton kind="secondary" to={`/workflows/${workflow.id}`}>
          View recipe
        </LinkButton>
        <LinkButton to={`/studio/recipes/${workflow.id}`}>To the studio</LinkButton>
      </div>
      <p role="status" className="text-sm text-muted">
        {copied}
      </p>
    </div>
  )
}
