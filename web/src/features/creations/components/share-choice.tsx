import { Alert } from '../../../ui/alert.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Globe, KeyRound } from '../../../ui/icons.tsx'

const choice =
  'flex w-full items-start gap-4 rounded-lg border border-line p-4 text-left transition-colors hover:border-line-strong hover:bg-sunken disabled:opacity-50'

/** Strangers cannot open a private creation, so the owner must choose a way to share. */
export function ShareChoice({
  busy,
  fault,
  onPublic,
  onSecret,
}: {
  busy: boolean
  fault: string | undefined
  onPublic: () => void
  onSecret: () => void
}) {
  return (
    <div className="mb-5 flex flex-col gap-3">
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
  )
}
