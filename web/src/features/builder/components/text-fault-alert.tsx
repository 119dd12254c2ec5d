import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { describeTextFault, type TextFault } from '../document/json/read-json.ts'

/** Why the form is read-only, and the way to the place in the text. */
export function TextFaultAlert({ fault, onGo }: { fault: TextFault; onGo: (at: number) => void }) {
  return (
    <Alert
      tone="warn"
      title={`${describeTextFault(fault)}.`}
      action={
        <Button kind="secondary" size="sm" onClick={() => onGo(fault.at)}>
          Go there
        </Button>
      }
    >
      Until the JSON can be read, the form shows its last good state and changes nothing.
    </Alert>
  )
}
