import { useMutation } from '@tanstack/react-query'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Button } from '../../../ui/button.tsx'

/** Mail scanners open links, so only the button confirms. */
export function ConfirmPage() {
  const { mutate, isPending, data, error } = useMutation(apiMutation('confirmLetters'))
  usePageTitle('Letters')
  return (
    <div className="shell max-w-xl pt-16 pb-24">
      <h1 className="text-3xl font-semibold">{data ? 'Letters will come' : 'Letters'}</h1>
      {data ? (
        <p role="status" className="mt-3 text-muted">
          @{data.handle} may write to your address now, twice a month at most. Each letter has a
          link that ends them.
        </p>
      ) : (
        <>
          <p className="mt-3 text-muted">
            The button lets the creator of your letter write to your address, about new recipes and
            twice a month at most. If you did not ask for it, close this page: no letter comes.
          </p>
          {error && (
            <p role="alert" className="mt-4 text-danger">
              {readReason(error, 'This did not work. Please try again.')}
            </p>
          )}
          <Button
            className="mt-6"
            busy={isPending}
            onClick={() => mutate({ body: { token: location.hash.slice(1) } })}
          >
            Send them to me
          </Button>
        </>
      )}
    </div>
  )
}
