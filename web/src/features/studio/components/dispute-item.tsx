import { formatCents } from '@vignette/contract/money.ts'
import { type Answer, buildUrl } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { NoteForm } from './note-form.tsx'

type Dispute = Answer<'listDisputes'>['disputes'][number]

/** The state as one word; the sentences beside it say the rest. */
function badgeOf({ state, phase, sent_at, no_note }: Dispute): [BadgeTone, string] {
  if (phase === 'appealed') return ['warn', 'Appealed']
  if (state === 'won') return ['good', 'Won']
  if (state === 'lost') return ['danger', 'Lost']
  if (phase === 'ended') return ['plain', 'Closed']
  if (phase === 'under_review' || sent_at) return ['accent', 'Sent']
  return no_note ? ['plain', 'Being sent'] : ['warn', 'Needs answer']
}

export function DisputeItem({ dispute }: { dispute: Dispute }) {
  const [tone, word] = badgeOf(dispute)
  return (
    <article
      aria-labelledby={`dispute-${dispute.id}`}
      className="rounded-lg border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id={`dispute-${dispute.id}`} className="min-w-0 text-lg font-semibold break-words">
          {formatCents(dispute.amount)} for “{dispute.recipe}”
        </h3>
        <Badge tone={tone}>{word}</Badge>
        {dispute.test_mode && <Badge>Test money</Badge>}
      </div>
      <p className="mt-3">{dispute.reason}</p>
      <p className="mt-1">{dispute.standing}</p>
      <p className="mt-1 text-muted">{dispute.balance}</p>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 text-sm">
        <Fact name="Opened">{formatLongDate(dispute.opened_at)}</Fact>
        {!dispute.no_note && dispute.note_until && (
          <Fact name="Write your note by">{formatLongDate(dispute.note_until)}</Fact>
        )}
        <Fact name="We have">{dispute.evidence.join(' · ')}</Fact>
      </dl>
      {dispute.no_note ? <WrittenNote dispute={dispute} /> : <NoteForm dispute={dispute} />}
      {dispute.bank_page && (
        <p className="mt-4 text-sm">
          <a
            className="-my-2.5 inline-block py-2.5 underline underline-offset-4"
            href={dispute.bank_page}
          >
            Play the bank of this test dispute
          </a>
        </p>
      )}
    </article>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function WrittenNote({ dispute: { id, note, no_note } }: { dispute: Dispute }) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      {note ? (
        <>
          <p className="text-sm text-muted">Your note</p>
          <p className="mt-1 break-words whitespace-pre-line">{note.text || 'No text.'}</p>
          {note.file && (
            <a
              className="inline-flex min-h-11 items-center underline underline-offset-4"
              href={buildUrl('getDisputeFile', { id })}
            >
              {note.file.name}
            </a>
          )}
        </>
      ) : (
        <p className="text-sm text-muted">{no_note}</p>
      )}
    </div>
  )
}
