import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LineChanges } from '../../workflows/index.ts'

/** Two windows have changed one draft: the creator sees both texts and decides which one stays. */
export function ChangedAlert({
  mine,
  other,
  onKeepMine,
  onTakeOther,
}: {
  mine: string
  other: string
  onKeepMine: () => void
  onTakeOther: () => void
}) {
  const [shows, setShows] = useState(false)
  return (
    <>
      <Alert
        tone="warn"
        title="Changed in another window."
        action={
          <>
            <Button kind="secondary" size="sm" onClick={() => setShows(true)}>
              See difference
            </Button>
            <Button size="sm" onClick={onKeepMine}>
              Keep mine
            </Button>
          </>
        }
      >
        Nothing of this window is saved until you decide.
      </Alert>
      <Dialog
        open={shows}
        onOpenChange={setShows}
        wide
        title="The other window’s draft and yours"
        description="Lines with − are in the other window’s text, lines with + in yours."
      >
        <LineChanges label="Difference" before={other} after={mine} />
        <div className="mt-6 flex flex-wrap gap-3">
          <Button
            onClick={() => {
              setShows(false)
              onKeepMine()
            }}
          >
            Keep mine
          </Button>
          <Button
            kind="secondary"
            onClick={() => {
              setShows(false)
              onTakeOther()
            }}
          >
            Take the other
          </Button>
        </div>
      </Dialog>
    </>
  )
}
