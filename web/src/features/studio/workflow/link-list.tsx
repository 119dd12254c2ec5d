import { useQuery } from '@tanstack/react-query'
import { SOURCE_NAME } from '@vignette/contract/number-limits.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
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

const nameOf = (text: string) => text.trim().toLowerCase().replace(/\s+/g, '-')

function NewLink({ id }: { id: string }) {
  const form = useForm({
    first: { name: '' },
    check: ({ name }) => ({
      name:
        !NAME.test(nameOf(name)) &&
        'Begin with a letter or digit; then letters, digits, “-”, “_” and “.”, at most 60',
    }),
    act: ({ name }, { client }) =>
      send(client, 'createLink', { params: { id, name: nameOf(name) } }),
    done: () => form.clear(),
    failed: 'The link could not be made. Please try again.',
    at: 'name',
  })
  return (
    <Form form={form} className="flex flex-col gap-3">
      <Input
        label="Name of a new link"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.field('name')}
      />
      <Submit form={form} kind="secondary" className="self-start">
        Make the link
      </Submit>
    </Form>
  )
}
