import { useSignIn } from '../lib/identity/use-sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Opens over a screen whose call needed a recent sign-in; `needed` says how recent. */
export function FreshSignInDialog({ needed, onClose }: { needed: string; onClose: () => void }) {
  const { starting, start } = useSignIn()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={starting}
      title="Sign in again to go on"
      description={`${needed} You come back to this page afterwards; what you typed is kept in this tab.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button busy={starting} onClick={() => void start({ fresh: true })}>
          Sign in again
        </Button>
        <Button kind="secondary" disabled={starting} onClick={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  )
}
