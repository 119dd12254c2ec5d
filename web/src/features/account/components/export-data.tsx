import { useMutation } from '@tanstack/react-query'
import { useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/button.tsx'
import { saveExport } from '../api.ts'

export function ExportData() {
  const { plain } = useShop()
  const { mutate, isPending } = useMutation({ mutationFn: () => saveExport(plain) })
  return (
    <section aria-labelledby="export-data">
      <h3 id="export-data" className="text-lg font-semibold">
        Your data
      </h3>
      <p className="mt-1 max-w-prose text-sm text-muted">
        A zip with your profile, recipes, creations and their files, payments and sales.
      </p>
      <Button kind="secondary" size="sm" className="mt-4" busy={isPending} onClick={() => mutate()}>
        {isPending ? 'Packing…' : 'Export as zip'}
      </Button>
    </section>
  )
}
