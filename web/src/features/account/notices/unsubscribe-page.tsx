import { useMutation } from '@tanstack/react-query'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { useQueryParams } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Button } from '../../../ui/button.tsx'

/** Mail scanners open links, so only the button unsubscribes. */
export function UnsubscribePage() {
  const [search] = useQueryParams()
  const { mutate, isPending, data, error } = useMutation(apiMutation('unsubscribe'))
  usePageTitle('Unsubscribe')

  return (
    <div className="shell max-w-xl pt-16 pb-24">
      <h1 className="text-3xl font-semibold">{data ? 'Unsubscribed' : 'Unsubscribe'}</h1>
      {data ? (
        <p role="status" className="mt-3 text-muted">
          No more letters of this kind will come: {data.letters.toLowerCase()}. Receipts and letters
          about money still come.
        </p>
      ) : (
        <>
          <p className="mt-3 text-muted">
            The button ends letters of the kind that you opened. Receipts and letters about money
            still come.
          </p>
          {error && (
            <p role="alert" className="mt-4 text-danger">
              {readReason(error, 'This did not work. Please try again.')}
            </p>
          )}
          <Button
            className="mt-6"
            busy={isPending}
            onClick={() => mutate({ body: { token: search.get('token') ?? '' } })}
          >
            Stop these letters
          </Button>
        </>
      )}
    </div>
  )
}
