import { useQuery } from '@tanstack/react-query'
import { VERSION_NOTE_MAX } from '@vignette/contract/recipe-limits.ts'
import type { Visibility } from '@vignette/contract/workflows.ts'
import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/choice.tsx'
import { Input } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { type DraftPublication, testsQuery } from '../api.ts'
import { FaultLines } from '../components/fault-lines.tsx'
import type { Tested } from '../test/tested.ts'
import { ChangeList } from './change-list.tsx'
import { CheckList } from './check-list.tsx'
import type { PublishProps } from './publish-props.ts'
import { namePublishing, readChecks } from './read-checks.ts'
import type { PublishRefusal } from './read-refusal.ts'
import { useCreatorName } from './use-creator-name.tsx'

const PLACES = [
  { value: 'listed', label: 'Listed: in Discover, in search and on your page' },
  { value: 'unlisted', label: 'Unlisted: only people with its address find it' },
]

const PROOFS = [
  { value: '1', label: 'A proof: they pay only if they keep it' },
  { value: '2', label: 'Up to 2 proofs, one after the other' },
  { value: '3', label: 'Up to 3 proofs, one after the other' },
  { value: '0', label: 'Nothing: they pay when it is delivered' },
]

export function PublishForm({
  recipe,
  blocked,
  isUpdate,
  live,
  baseVersion,
  check,
  sampleTestId,
  setProof,
  tested,
  busy,
  refusal,
  onPublish,
}: PublishProps & {
  tested: Tested
  busy: boolean
  refusal: PublishRefusal | undefined
  onPublish: (wish: Omit<DraftPublication, 'revision'>) => void
}) {
  const tests = useQuery({ ...testsQuery(tested), refetchOnMount: 'always' })
  const missing = check?.missing ?? []
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<Visibility>(
    live?.state === 'unlisted' ? 'unlisted' : 'listed',
  )
  const visibility = missing.length > 0 ? 'unlisted' : chosen
  const [accepted, setAccepted] = useState(false)
  const written = String(readDraws(recipe))
  // Proposed to a new recipe; one that is live keeps what it says.
  const proposed = written === '0' && !isUpdate ? '1' : written
  const [proofs, setProofs] = useState<string | undefined>()
  const isPriced = Number(recipe['price']) > 0
  const draws = isPriced ? (proofs ?? proposed) : '0'
  const mustAccept = check?.creator_terms_accepted !== true || refusal?.at.terms !== undefined
  const over = live && baseVersion && live.version !== baseVersion ? live.version : undefined
  const creator = useCreatorName(isUpdate === true)
  const [open, setOpen] = useState<string | undefined>()
  const place = useRef<HTMLDivElement>(null)

  const checks = readChecks({
    recipe,
    tests: tests.isFetching ? undefined : tests.data?.tests,
    check,
    sampleTestId,
    liveSample: live?.sample,
    termsAccepted: !mustAccept || accepted,
  })
  const faults = [...(check?.faults ?? []), ...(check?.refused ?? [])]

  async function submit(event: FormEvent) {
    event.preventDefault()
    const waiting = checks.filter(({ state }) => state === 'open')
    if (blocked || faults.length > 0 || waiting.length > 0) {
      setOpen(
        blocked ??
          (faults.length > 0
            ? 'The recipe still has faults.'
            : `Not yet: ${waiting.map(({ words }) => words).join(' ')}`),
      )
      place.current?.focus()
      return
    }
    setOpen(undefined)
    if (!(await creator.take())) return
    if (draws !== written) setProof(Number(draws))
    onPublish({ note: note.trim(), visibility, acceptsTerms: mustAccept, over })
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {over && (
        <Alert tone="warn" title={`Version ${over} went live after this draft began`}>
          The draft was made from version {baseVersion}. Publishing it leaves out what version{' '}
          {over} changed, unless the draft says the same; below is all that differs.
        </Alert>
      )}
      {live && <ChangeList before={live.document} after={recipe} version={live.version} />}
      <Input
        label="What is new, for your list of versions"
        hint={`${VERSION_NOTE_MAX - note.length} characters left; may stay empty`}
        maxLength={VERSION_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-col gap-2">
        <RadioGroup
          legend="Who finds it"
          options={missing.length > 0 ? PLACES.filter(({ value }) => value === 'unlisted') : PLACES}
          value={visibility}
          onChange={(value) => setChosen(value === 'unlisted' ? 'unlisted' : 'listed')}
        />
        {missing.map(({ provider, message }) => (
          <p key={provider} className="text-sm text-muted">
            It cannot be listed here now: {message}
          </p>
        ))}
      </div>
      {creator.field}
      {isPriced && (
        <div className="flex flex-col gap-2">
          <RadioGroup
            legend="What buyers see before they pay"
            options={PROOFS}
            value={draws}
            onChange={setProofs}
          />
          <p className="text-sm text-muted">
            A proof is small and marked; the money is held meanwhile, and released if nobody keeps
            it.
            {(check?.cost_cents ?? 0) > 0 &&
              ' A recipe whose rendering costs money is charged on delivery where the operator gives proofs no budget.'}
          </p>
        </div>
      )}
      <div ref={place} tabIndex={-1} className="outline-none">
        <CheckList checks={checks} refused={refusal?.at ?? {}} />
      </div>
      {mustAccept && (
        <Checkbox
          checked={accepted}
          onChange={(event) => setAccepted(event.target.checked)}
          label={
            <>
              I accept the{' '}
              <Link to="/terms#creators" target="_blank" className="underline">
                terms for creators
              </Link>
            </>
          }
        />
      )}
      <Faults
        recipe={recipe}
        text={refusal?.text ?? open}
        faults={refusal?.faults.length ? refusal.faults : faults}
      />
      <Button type="submit" busy={busy || creator.busy}>
        {namePublishing(recipe['price'], live?.version, over !== undefined)}
      </Button>
    </form>
  )
}

function readDraws({ proof }: Record<string, unknown>): number {
  return typeof proof === 'object' && proof !== null && 'draws' in proof ? Number(proof.draws) : 0
}

function Faults({
  recipe,
  text,
  faults,
}: {
  recipe: PublishProps['recipe']
  text: string | undefined
  faults: readonly { path: string; message: string }[]
}) {
  if (!text && faults.length === 0) return null
  return (
    <Alert tone="danger" title={text ?? 'The recipe still has faults.'}>
      <FaultLines recipe={recipe} faults={faults} />
    </Alert>
  )
}
