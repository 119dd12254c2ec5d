import type { ConnectAccount } from './connect-objects.ts'
import type { ConnectState } from './connect-state.ts'
import { newestFirst } from './newest-first.ts'

export interface ConnectCall {
  /** The call's method and path, such as `POST transfers/:id/reversals`. */
  name: string
  id: string
  form: Record<string, string>
  /** The body of a call of the second version of the API. */
  json: Record<string, unknown>
  /** The `Stripe-Account` header. */
  actsFor: string
  origin: string
}

/** Undefined for a call that is not Connect's. */
export function routeConnect(connect: ConnectState, call: ConnectCall): unknown {
  const { name, id, form, json } = call
  const since = Number(form['created[gte]'] ?? 0)
  switch (name) {
    case 'POST core/accounts':
      return presentAccount(connect.createAccount(json), [])
    case 'GET core/accounts/:id':
      return presentAccount(connect.account(id), readInclude(form))
    case 'POST core/accounts/:id/close':
      return presentAccount(connect.close(id), [])
    case 'POST core/account_links': {
      const account = connect.account(String(json['account']))
      return {
        object: 'v2.core.account_link',
        account: account.id,
        created: account.created,
        expires_at: new Date(Date.now() + 300_000).toISOString(),
        livemode: false,
        url: `${call.origin}/setup/e/${account.id}`,
        use_case: json['use_case'],
      }
    }
    case 'GET accounts/:id/external_accounts': {
      const { bankLast4 } = connect.account(id)
      const bank = {
        id: `ba_${id}`,
        object: 'bank_account',
        created: 0,
        default_for_currency: true,
        fingerprint: `fp_${bankLast4}`,
        last4: bankLast4,
      }
      return newestFirst(bankLast4 ? [bank] : [], form)
    }
    case 'POST transfers':
      return connect.transfer(form)
    case 'GET transfers': {
      const group = form['transfer_group']
      const all = [...connect.transfers.values()]
      return newestFirst(
        all.filter(
          ({ created, transfer_group: of }) => created >= since && (!group || of === group),
        ),
        form,
      )
    }
    case 'GET transfers/:id':
      return connect.getTransfer(id)
    case 'POST transfers/:id/reversals':
      return connect.reverse(id, form)
    case 'GET payouts':
      return newestFirst(
        connect.payoutsOf(call.actsFor).filter(({ created }) => created >= since),
        form,
      )
    default:
      return undefined
  }
}

function readInclude(form: Record<string, string>): string[] {
  return Object.entries(form)
    .filter(([name]) => name.startsWith('include'))
    .map(([, value]) => value)
}

/** Fields that the caller did not ask for are null, also where there is a value. */
function presentAccount(account: ConnectAccount, include: string[]): unknown {
  const { bankLast4: _, configuration, identity, requirements, ...always } = account
  const shown = <T>(name: string, value: T) => (include.includes(name) ? value : null)
  const recipient = shown('configuration.recipient', configuration.recipient)
  return {
    ...always,
    configuration: recipient ? { recipient } : null,
    identity: shown('identity', identity),
    requirements: shown('requirements', requirements),
  }
}
