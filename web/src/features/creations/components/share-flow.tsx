import type { CreationView } from '@vignette/contract/creations.ts'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { fetchFile } from '../api.ts'
import { buildCreationUrl, buildShareText } from '../build-links.ts'
import { findWords } from '../name-creation.ts'
import { nameDownload } from '../name-download.ts'
import { readImages } from '../read-images.ts'
import { SharePanel } from '../share/share-panel.tsx'
import type { ChangeCreation } from '../use-change-creation.ts'
import { ShareChoice } from './share-choice.tsx'

/** Asks first if the creation is private and has no secret link; its targets wait for the answer. */
export function ShareFlow({
  creation,
  title,
  secretKey,
  actions,
  open,
  onOpenChange,
}: {
  creation: CreationView
  title: string
  secretKey: string | undefined
  actions: ChangeCreation
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [chosen, setChosen] = useState<string | undefined>()
  useEffect(() => {
    if (!open) setChosen(undefined)
  }, [open])
  if (!open) return null

  const pageUrl = buildCreationUrl(location.origin, creation.id)
  const keyedUrl = secretKey ? buildCreationUrl(location.origin, creation.id, secretKey) : undefined
  // A visitor with a secret link who is not the owner can share only that link.
  const url = chosen ?? (creation.public ? pageUrl : creation.is_owner ? undefined : keyedUrl)
  // One dialog for both steps, so that the focus returns to the element that opened the dialog.
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      locked={!url && actions.busy}
      title={url ? 'Share' : 'This creation is private'}
      {...(!url && {
        description: 'Only you can open it yet. How do you want to share it?',
      })}
    >
      {!url && (
        <ShareChoice
          busy={actions.busy}
          fault={actions.fault}
          onPublic={() =>
            void actions.change({ public: true }).then((next) => next && setChosen(pageUrl))
          }
          onSecret={() =>
            void (
              creation.secret_link ? Promise.resolve(creation.secret_link) : actions.createLink()
            ).then((link) => link && setChosen(link))
          }
        />
      )}
      <SharePanel
        waits={!url}
        subject={{
          kind: 'creation',
          id: creation.id,
          workflowId: creation.workflow.id,
          text: buildShareText({
            words: findWords(creation),
            recipe: title,
            handle: creation.workflow.creator_handle,
            mine: creation.is_owner,
          }),
          url: url ?? '',
          media: creation.media,
          image: creation.image ?? readImages(creation.images)[0] ?? null,
          loadFile: creation.video
            ? () => fetchFile(creation.id, { key: secretKey, filename: nameDownload(creation) })
            : undefined,
        }}
      />
    </Dialog>
  )
}
