import { useMutation, useQuery } from '@tanstack/react-query'
import { SOURCE_NAME } from '@vignette/contract/number-limits.ts'
import { type FormEvent, useState } from 'react'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { linksQuery } from '../api.ts'
import { LinkItem } from './link-item.tsx'

const NAME = new RegExp(`^${SOURCE_NAME}$`)

/** The creator's links to this recipe, with what each has brought. */
export function LinkList({ id }: { id: string }) {
  const query = useQuery(linksQuery(id))
  return (
    <section aria-labelledby="links" className="flex flex-col gap-4 border-t border-line pt-5">
      <h2 id="links" className="text-lg font-semibold">
        Your links
      </h2>
      <p className="text-sm text-muted">
        Make one for each place where you post, such as “bio-nov”, and see what each has brought in
        all, here and under{' '}
        <Link to={`/studio/recipes/${id}?tab=numbers&range=all`} className="text-ink underline">
          Numbers
        </Link>
        . A buyer counts for the last link that they opened within 30 days.
      </p>
      <NewLink id={id} />
      <QueryState
        query={query}
        failed="Your links could not be loaded"
        loading={<Skeleton className="h-28 w-full rounded-lg" />}
      >
        {({ links }) =>
          links.length > 0 && (
            <ul className="flex flex-col gap-4">
              {links.map((link) => (
                <LinkItem key={link.name} link={link} workflowId={id} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}

function NewLink({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>()

  const making = useMutation({
    ...apiMutation('createLink'),
    onSuccess: () => setText(''),
    onError: (error) =>
      setFault(readReason(error, 'The link could not be made. Please try again.')),
  })

  function make(event: FormEvent) {
    event.preventDefault()
    const name = text.trim().toLowerCase().replace(/\s+/g, '-')
    if (!NAME.test(name)) {
      return setFault(
        'Begin with a letter or digit; then letters, digits, “-”, “_” and “.”, at most 60',
      )
    }
    setFault(undefined)
    making.mutate({ params: { id, name } })
  }

  return (
    <form noValidate onSubmit={make} className="flex flex-col gap-3">
      <Input
        label="Name of a new link"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={fault}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" kind="secondary" busy={making.isPending} className="self-start">
        Make the link
      </Button>
    </form>
  )
}
