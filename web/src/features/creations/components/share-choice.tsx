import { Globe, KeyRound } from 'lucide-react'
import { Alert } from '../../../ui/alert.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'

const choice =
  'flex w-full items-start gap-4 rounded-lg border border-line p-4 text-left transition-colors hover:border-line-strong hover:bg-sunken disabled:opacity-50'

/** Nobody else can open a private creation, so sharing it must say which way is meant. */
export function ShareChoice({
  open,
  onOpenChange,
  busy,
  fault,
  onPublic,
  onSecret,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  busy: boolean
  fault: string | undefined
  onPublic: () => void
  onSecret: () => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={busy}
      title="This creation is private"
      description="Nobody but you can open it yet. How do you want to share it?"
    >
      <div className="flex flex-col gap-3">
        <button type="button" className={choice} disabled={busy} onClick={onPublic}>
          <Icon of={Globe} size={20} className="mt-0.5 shrink-0" />
          <span>
            <span className="block font-medium">Make public</span>
            <span className="text-sm text-muted">
              Anybody may find, see and remix it. You can undo this.
            </span>
          </span>
        </button>
        <button type="button" className={choice} disabled={busy} onClick={onSecret}>
          <Icon of={KeyRound} size={20} className="mt-0.5 shrink-0" />
          <span>
            <span className="block font-medium">Secret link</span>
            <span className="text-sm text-muted">
              Only people who have the link may see it. You can revoke it.
            </span>
          </span>
        </button>
        {fault && <Alert tone="danger">{fault}</Alert>}
      </div>
    </Dialog>
  )
}
