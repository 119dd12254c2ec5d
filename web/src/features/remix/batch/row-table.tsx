import type { UserInputs } from '@vignette/contract/creations.ts'
import { cx } from '../../../ui/class-names.ts'
import { Picture } from '../../../ui/media.tsx'
import { filesOf, readValue, type WizardStep } from '../wizard/step.ts'

/** The rows before they are started, each with what is wrong with it. */
export function RowTable({
  rows,
  steps,
  faults,
}: {
  rows: readonly UserInputs[]
  steps: readonly WizardStep[]
  faults: readonly string[]
}) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="The rows"
      className="mt-8 max-h-[28rem] overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-sunken text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              Row
            </th>
            {steps.map(({ key, title }) => (
              <th key={key} scope="col" className="px-3 py-2 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            <tr key={at} className={cx('align-top', faults[at] && 'bg-danger-wash')}>
              <th scope="row" className="px-3 py-2 font-medium tabular-nums">
                {at + 1}
              </th>
              {steps.map((step, column) => (
                <td key={step.key} className="max-w-64 min-w-32 px-3 py-2 wrap-anywhere">
                  <Cell step={step} value={row[step.key]} />
                  {column === 0 && faults[at] && (
                    <span className="mt-1 block text-danger">{faults[at]}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ step, value }: { step: WizardStep; value: unknown }) {
  const read = readValue(step, value)
  const files = filesOf(read)
  if (files.length > 0) {
    return files.map(({ url }) => (
      <Picture
        key={url}
        url={url}
        alt=""
        fit="contain"
        className="h-14 w-auto max-w-24 rounded-md"
      />
    ))
  }
  return <>{typeof read === 'string' ? read : ''}</>
}
