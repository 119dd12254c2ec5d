import { useQueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { stepBetween } from '@vignette/contract/number-looks.ts'
import { describeSize } from '@vignette/contract/output-size.ts'
import {
  DECLINE_REASONS,
  DECLINE_WORDS,
  type DeclineReason,
  PROOF,
} from '@vignette/contract/proof-limits.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, readReason } from '../../../lib/api-error.ts'
import { formatLocalMinute } from '../../../lib/dates.ts'
import { navigate } from '../../../lib/router.tsx'
import { useForm } from '../../../lib/use-form.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { DayField } from '../../../ui/day-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { creationQuery, declineCreation, keepCreation, redrawCreation } from '../api.ts'
import { buildRemixPath } from '../build-links.ts'
import { useWaiver } from './use-waiver.tsx'

type Action = 'keep' | 'decline' | 'redraw'
export type ProofEnd = 'kept' | 'declined' | 'gone'
type Proof = NonNullable<CreationView['proof']>

/** What the buyer may do with the proofs of a payment, and what each does to the money. */
export function ProofPanel({
  creation,
  proof,
  onEnd,
}: {
  creation: CreationView
  proof: Proof
  onEnd: (end: ProofEnd) => void
}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<Action>()
  const [asking, setAsking] = useState<'keep' | 'decline' | 'words'>()
  const [reason, setReason] = useState<DeclineReason>()
  const [fault, setFault] = useState<string>()
  const [closed, setClosed] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const { boxes, waiver } = useWaiver()
  const { draws, draws_left: left, whole, expires_at, beside, drawing } = proof
  const price = formatCents(proof.price)
  const film = creation.video !== null
  const file = whole
    ? describeSize({ ...whole, film, seconds: whole.seconds ?? undefined })
    : 'the whole file'
  const count = creation.file_count
  const got = count ? `all ${count} files, whole and` : `${file},`
  const several = beside.length > 1
  const others = beside.length === 2 ? 'the other proof is' : 'the other proofs are'
  const all = several ? 'All proofs are' : 'The proof is'

  async function decide(action: Action) {
    setAsking(undefined)
    setFault(undefined)
    setBusy(action)
    const ids = beside.map(({ id }) => id)
    try {
      if (action === 'keep') {
        await keepCreation(client, creation.id, ids, waiver)
        onEnd('kept')
      } else if (action === 'decline') {
        await declineCreation(client, creation.id, ids, reason)
        onEnd('declined')
      } else {
        await redrawCreation(client, creation.id)
        navigate(buildRemixPath(creation.workflow_id), { replace: true })
      }
      // The buttons stay busy until the page has changed: a second click would decide again.
    } catch (error) {
      // A recipe that is gone (410) cannot draw again; the proof is still there.
      if (error instanceof ApiError && error.status === 404) return onEnd('gone')
      setFault(readReason(error, 'This did not work. Please try again.'))
      // Another tab has decided, or the time is over: the page then shows what became of it.
      if (error instanceof ApiError && error.code === 'payment_state') {
        if (action !== 'redraw') setClosed(true)
        await client.invalidateQueries({ queryKey: creationQuery(creation.id).queryKey })
      }
      setBusy(undefined)
    }
  }

  const more = left === 1 ? '1 more' : `${left} more`
  return (
    <section
      ref={panel}
      aria-labelledby="proof"
      className="flex scroll-mt-20 flex-col gap-5 rounded-lg border border-line-strong bg-surface p-5"
    >
      <div>
        <p className="text-sm text-muted tabular-nums">
          Proof{draws > 1 && ` ${numberOf(creation, proof)} of ${draws}`}
        </p>
        <h2 id="proof" className="mt-1 text-xl">
          {several ? 'Which one do you like?' : 'Do you like it?'}
        </h2>
        <p className="mt-2 text-muted">
          {count
            ? `You see proofs of all ${count} files: small, and with a mark.`
            : film
              ? `You see a proof: its first ${PROOF.filmSeconds} seconds, small, with a mark and without sound.`
              : 'You see a proof: small, and with a mark.'}{' '}
          Nothing is charged yet.
        </p>
      </div>
      {several && <Beside creation={creation} proofs={beside} />}
      {fault && <Alert tone="danger">{fault}</Alert>}
      {drawing && (
        <div>
          <p className="mb-3">
            Another proof is being drawn. Decide when it stands beside {several ? 'these' : 'this'}.
          </p>
          <LinkButton to={buildRemixPath(creation.workflow_id)} kind="secondary" className="w-full">
            See how far it is
          </LinkButton>
        </div>
      )}
      {!closed && !drawing && (
        <div className="flex flex-col gap-5">
          {boxes}
          <Choice
            words={`${price} is charged. You get ${got} without the mark.${several ? ` Then ${others} deleted.` : ''}`}
          >
            <ActionBar stays>
              <Button
                kind="ghost"
                className="px-3! sm:hidden"
                onClick={() => panel.current?.scrollIntoView({ block: 'start' })}
              >
                Other choices
              </Button>
              <Button
                size="lg"
                className="min-w-0 flex-1"
                busy={busy === 'keep'}
                disabled={busy !== undefined}
                onClick={() => (several ? setAsking('keep') : void decide('keep'))}
              >
                Keep it · {price}
              </Button>
            </ActionBar>
          </Choice>
          {left > 0 && (
            <Choice
              words={`Another proof from the same inputs: ${more} at no charge. It will stand beside ${several ? 'these' : 'this one'}.`}
            >
              <Button
                kind="secondary"
                className="w-full"
                busy={busy === 'redraw'}
                disabled={busy !== undefined}
                onClick={() => void decide('redraw')}
              >
                Draw it again
              </Button>
            </Choice>
          )}
          {left > 0 && asksWords(creation) && (
            <Choice words="A proof of other words, which counts like one that is drawn again.">
              <Button
                kind="secondary"
                className="w-full"
                disabled={busy !== undefined}
                onClick={() => setAsking('words')}
              >
                Change my words
              </Button>
            </Choice>
          )}
          <Choice words={`${all} deleted, and the ${price} you authorised is released.`}>
            <Button
              kind="secondary"
              className="w-full"
              busy={busy === 'decline'}
              disabled={busy !== undefined}
              onClick={() => setAsking('decline')}
            >
              Not for me
            </Button>
          </Choice>
          <p className="border-t border-line pt-4 text-sm">
            Decide by <b className="font-semibold">{formatLocalMinute(expires_at)}</b>. If you do
            nothing, {several ? 'the proofs are' : 'the proof is'} deleted and nothing is charged.
          </p>
        </div>
      )}
      {asking === 'words' && (
        <WordsDialog creation={creation} onClose={() => setAsking(undefined)} />
      )}
      <Dialog
        clear
        open={asking === 'keep' || asking === 'decline'}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={asking === 'keep' ? 'Keep this one?' : several ? 'Let them go?' : 'Let it go?'}
        description={
          asking === 'keep'
            ? `${price} is charged, and ${others} deleted for good.`
            : `${several ? 'These proofs are' : 'This proof is'} deleted for good, and nothing is charged.`
        }
      >
        <div className="mb-6 flex gap-3">
          {beside
            .filter(({ id }) => asking === 'decline' || id === creation.id)
            .map(({ id, media }) => (
              <Picture key={id} media={media} alt="" fit="contain" sizes="9rem" className={SHOWN} />
            ))}
        </div>
        {asking === 'decline' && <WhatWasWrong reason={reason} onReason={setReason} />}
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void decide(asking === 'keep' ? 'keep' : 'decline')}>
            {asking === 'keep' ? `Keep it · ${price}` : several ? 'Let them go' : 'Let it go'}
          </Button>
          <Button kind="secondary" onClick={() => setAsking(undefined)}>
            Keep looking
          </Button>
        </div>
      </Dialog>
    </section>
  )
}

const asksWords = ({ workflow }: CreationView) => workflow.asks.some(({ words }) => words)

const readWord = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The texts and choices of the run, to be drawn otherwise; its files stay. */
function WordsDialog({ creation, onClose }: { creation: CreationView; onClose: () => void }) {
  const { id, media, user_inputs: given, workflow_id } = creation
  const asks = creation.workflow.asks.filter(({ words }) => words)
  const form = useForm({
    // Named as in the server's refusals.
    first: Object.fromEntries(asks.map(({ key }) => [`user_inputs.${key}`, readWord(given[key])])),
    act: (values, { client }) =>
      redrawCreation(
        client,
        id,
        Object.fromEntries(asks.map(({ key }) => [key, values[`user_inputs.${key}`] ?? ''])),
      ),
    done: () => navigate(buildRemixPath(workflow_id), { replace: true }),
    failed: 'It could not be drawn. Please try again.',
  })
  return (
    <FormDialog
      clear
      form={form}
      title="Change my words"
      description="They are drawn on the same payment, and this proof waits beside."
      label="Draw with these words"
      onClose={onClose}
    >
      <Picture media={media} alt="" fit="contain" sizes="9rem" className={`${SHOWN} self-start`} />
      {asks.map(({ key, title, options, look, min, max }) => {
        const name = `user_inputs.${key}`
        const { value, error } = form.field(name)
        return look === 'date' ? (
          <DayField
            key={key}
            label={title}
            value={value}
            min={min}
            max={max}
            error={error}
            onDay={(day) => form.set({ [name]: String(day ?? '') })}
          />
        ) : look === 'slider' ? (
          <Slider
            key={key}
            label={title}
            value={Number(value || min)}
            min={min ?? 0}
            max={max ?? 1}
            step={stepBetween(min ?? 0, max ?? 1)}
            onChange={(next) => form.set({ [name]: String(+next.toFixed(6)) })}
          />
        ) : options.length > 0 ? (
          <Select
            key={key}
            label={title}
            options={options}
            {...(given[key] ? {} : { placeholder: 'None' })}
            {...form.field(name)}
          />
        ) : (
          <Textarea key={key} rows={2} label={title} {...form.field(name)} />
        )
      })}
    </FormDialog>
  )
}

function WhatWasWrong({
  reason,
  onReason,
}: {
  reason: DeclineReason | undefined
  onReason: (reason: DeclineReason) => void
}) {
  return (
    <fieldset className="mb-6 min-w-0" aria-describedby="what-for">
      <legend className="text-sm font-medium">What was wrong?</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {DECLINE_REASONS.map((one) => (
          <label
            key={one}
            className="flex min-h-11 items-center rounded-full border border-line-strong px-4 text-sm transition-colors outline-offset-2 outline-accent hover:border-ink/60 has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="what-was-wrong"
              className="sr-only"
              checked={one === reason}
              onChange={() => onReason(one)}
            />
            {DECLINE_WORDS[one]}
          </label>
        ))}
      </div>
      <p id="what-for" className="mt-2 text-sm text-muted">
        Only if you like. The recipe’s creator sees how often each is said, and by nobody’s name.
      </p>
    </fieldset>
  )
}

const SHOWN = 'h-36 w-auto min-w-0 rounded-md'

/** Of the proofs of a payment; those that wait are all that were drawn. */
function numberOf({ id }: CreationView, { draws, draws_left: left, beside }: Proof): number {
  const at = beside.findIndex((one) => one.id === id)
  return at < 0 ? draws - left : at + 1
}

/** The proofs of the payment as a row; the address names the one that stands large. */
function Beside({ creation, proofs }: { creation: CreationView; proofs: Proof['beside'] }) {
  const client = useQueryClient()
  useEffect(() => {
    for (const { id } of proofs) {
      if (id === creation.id) continue
      // What is kept of it may be from before this proof was drawn.
      void client.prefetchQuery({ ...creationQuery(id), staleTime: 0 })
    }
  }, [client, creation.id, proofs])
  return (
    <ul aria-label="Proofs of this payment" className="flex gap-2.5">
      {proofs.map(({ id, media }, at) => (
        <li key={id}>
          <Link
            to={`/creations/${id}`}
            replace
            aria-label={`Proof ${at + 1}`}
            aria-current={id === creation.id ? 'true' : undefined}
            className={cx(
              'block size-20 overflow-hidden rounded-md bg-sunken outline-offset-2 transition-opacity',
              id === creation.id ? 'ring-2 ring-ink' : 'opacity-80 hover:opacity-100',
            )}
          >
            <Picture media={media} alt="" fit="whole" sizes="5rem" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Choice({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="mt-2 text-sm text-muted">{words}</p>
    </div>
  )
}
