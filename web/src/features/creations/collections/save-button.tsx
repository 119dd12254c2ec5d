import { type ComponentProps, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Plus } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { SavedSubject } from '../api.ts'

const SaveDialog = lazyPart(async () => (await import('./save-dialog.tsx')).SaveDialog)

export function SaveButton({
  subject,
  ...look
}: { subject: SavedSubject } & Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'className'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        <Icon of={Plus} />
        Save to a collection
      </Button>
      {open && <SaveDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  )
}
