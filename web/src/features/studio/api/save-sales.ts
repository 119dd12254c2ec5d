import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { callRaw } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toastError } from '../../../ui/toast.tsx'
import type { SaleFilters } from './list-sales.ts'

export async function saveSales(filters: SaleFilters): Promise<void> {
  try {
    const blob = await callRaw('exportSales', { query: { ...filters } }, (answer) => answer.blob())
    saveFile(new File([blob], 'vignette-sales.csv', { type: blob.type }))
    track('sales_exported')
  } catch (error) {
    toastError(readReason(error, 'The export failed. Please try again.'))
  }
}
