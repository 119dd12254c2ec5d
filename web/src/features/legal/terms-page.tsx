import { CASE } from '@vignette/contract/case-words.ts'
import { nameCurrency } from '@vignette/contract/currency.ts'
import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { CREATOR_SHARE_PERCENT } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import {
  CLEARANCE_DAYS,
  NEW_CREATOR,
  PAYOUT,
  SALE_REFUND,
  UNUSED_AUTHORISATION_HOURS,
} from '@vignette/contract/money-limits.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import { versionOf } from '@vignette/contract/shop.ts'
import { WITHDRAWAL } from '@vignette/contract/withdrawal-words.ts'
import { formatLongDate } from '../../lib/dates.ts'
import { useShop } from '../../lib/shop.ts'
import { Link } from '../../ui/link.tsx'
import { LegalPage } from './legal-page.tsx'

const CHAPTERS = [
  ['who-we-are', 'Who we are'],
  ['acceptance', 'Acceptance', 'stays'],
  ['what-the-service-does', 'What the service does'],
  ['prices-payment-and-failed-generations', 'Prices, payment and failed generations', 'stays'],
  ['refunds', 'Refunds', 'stays'],
  ['licence-of-creations', 'Licence of creations', 'stays'],
  ['public-and-private-creations', 'Public and private creations', 'stays'],
  ['creators', 'Creators: share and payouts', 'stays'],
  ['commission', 'Your link and commission', 'stays'],
  ['prohibited-content', 'Prohibited content', 'stays'],
  ['reports-and-takedown', 'Reports and takedown', 'stays'],
  ['availability', 'Availability'],
  ['liability', 'Liability'],
  ['changes-of-these-terms', 'Changes of these terms'],
] as const

export function TermsPage() {
  const shop = useShop()
  return (
    <LegalPage
      page="terms"
      chapters={CHAPTERS}
      title="Terms"
      summary={`What you may expect of us, and we of you, when you publish, remix and share recipes on ${shop.name}.`}
    >
      {(
        { name, contact, includesTax, minimumAge, allowsAdult, hasWithdrawal },
        { isOwn, heading, section },
      ) => (
        <>
          {!isOwn && (
            <>
              {heading('who-we-are')}
              <p>
                This service is operated by {name} (“we”). {contact.sentence}
              </p>
            </>
          )}

          {heading('acceptance')}
          <p>
            By using {shop.name} you accept these terms. Before your first remix of a recipe in a
            tab you confirm them once more, for all its remixes in that tab; the version in force
            and the time are kept with each remix. If you act for a company, you accept them in its
            name. You must be at least {minimumAge} years old, and old enough where you live to
            enter into this agreement.
            {allowsAdult &&
              ' Adult content is for adults alone: you may not let anybody younger see it.'}
          </p>

          {!isOwn && (
            <>
              {heading('what-the-service-does')}
              <p>
                Creators publish recipes: fixed sequences of steps that generate a picture or a
                film. Visitors remix them: they run them with inputs of their own. What comes out is
                a creation. Results are made by software and vary; a sample shows what a recipe did,
                not what it will do with your inputs.
              </p>
            </>
          )}

          {heading('prices-payment-and-failed-generations')}
          <p>
            Prices are shown in {nameCurrency()} before you start
            {includesTax && ' and include the tax of your country'}. Your card is authorised first
            and charged only when the finished creation has been made, checked and delivered to you.{' '}
            <strong>Failed generations are not charged.</strong> After a failure or a cancellation
            the authorisation may be used for another try; it is released after{' '}
            {UNUSED_AUTHORISATION_HOURS} unused hours, or at once when you ask. Where a recipe says
            “Proof first”, you see a proof before anything is charged, and are charged only if you
            keep it; without an answer within {PROOF.hours} hours it is deleted, and nothing is
            charged.
          </p>

          {heading('refunds')}
          <p>
            If a delivered creation is technically broken, does not use the inputs you gave, or was
            charged twice, press “Something is wrong” beside its receipt within {CASE.days} days of
            the charge. The receipt is on the creation’s page, and behind the link of its letter.
            The recipe’s creator then has {CASE.answerHours} hours to answer or to give your money
            back; after that we decide, and you read our reason. A creation that our own check finds
            broken is refunded at once where it cost less than {formatCents(CASE.atOnceBelowCents)}{' '}
            and is among your first {CASE.atOnceTimes === 2 ? 'two' : CASE.atOnceTimes} cases of
            this kind in {CASE.atOnceDays} days. The creator sees your creation and inputs only if
            you allow it. A creator may also give back all or part of what you paid within{' '}
            {SALE_REFUND.days} days, and your receipt then says why. Since a creation is made for
            you alone and at once, a change of mind after delivery is no ground for a refund, unless
            the law where you live says otherwise. If you dispute the charge with your bank, the
            sale is taken back until the bank has decided, and a case that is open ends. We answer
            the bank with the receipt, these terms, the times of delivery and of a case, and what
            the creator adds; please come to us first.
          </p>
          {hasWithdrawal && (
            <p>
              As a consumer you may withdraw from a purchase within {WITHDRAWAL.days} days of the
              charge without giving a reason: press “Withdraw from contract here” on its receipt, or
              tell us in any other clear words. We confirm at once when it arrived, and all that you
              paid goes back the way you paid. You have no such right where, before the file opened,
              you asked for it at once, said that you know that you lose the right by this, and had
              both confirmed.
            </p>
          )}

          {heading('licence-of-creations')}
          <p>
            Each recipe states its licence before you run it. <strong>Personal</strong>: you may use
            your creation privately, not for business. <strong>Commercial</strong>: you may use it
            for business as well. <strong>CC BY</strong>: it is under Creative Commons Attribution
            4.0. You keep all rights in the inputs you supply, and must have the right to use them,
            including the consent of people who can be recognized. The recipe itself, its prompts
            and its settings stay its creator’s.
          </p>

          {heading('public-and-private-creations')}
          <p>
            A creation is private until you make it public.{' '}
            <strong>A public creation may be seen and remixed by others</strong>, together with the
            text you entered for it; files you uploaded are shown only if you allow that. You can
            make a creation private again, delete it, or hand out a secret link and revoke it.
            Copies that others made while it was public are beyond our reach.
          </p>

          {heading('creators')}
          <p>
            This section {isOwn ? 'and the text above are' : 'is'} the creator terms of{' '}
            {formatLongDate(CREATOR_TERMS_VERSION)}
            {isOwn && ` (${versionOf(CREATOR_TERMS_VERSION, shop)})`}. Who publishes a draft, or a
            recipe with a price on a public server, accepts them once for each version; the version
            and the time are kept with the account. Publishing in any other way accepts them too.
          </p>
          <p>
            Creators keep {CREATOR_SHARE_PERCENT}% of every purchase of their recipes
            {includesTax && ', of what is left after the buyer’s tax'}. Earnings are pending for a
            clearance window of {CLEARANCE_DAYS} days, then available. For a new creator the window
            is {NEW_CREATOR.clearanceDays} days: until the first payout is made, in the first{' '}
            {NEW_CREATOR.days} days from the first sale, and while fewer than {NEW_CREATOR.buyers}{' '}
            buyers have paid. What is available leaves every Friday at 06:00 UTC for the creator’s
            payout account, from {formatCents(PAYOUT.minCents)}. Until a creator has such an
            account, and where a hold or an open dispute keeps money back, it stays on the ledger in
            the creator’s name, and the creator’s money page says why. Refunds and disputes are
            taken off at once; a dispute that is won is given back. A creator warrants that a
            recipe, its sample and its description are theirs to publish and break no law, and
            allows us to host, show and run it. A recipe may be taken off the market at any time;
            what was paid for still runs. Creators pay taxes on their earnings themselves.
          </p>
          <p>
            Deleting an account shows the balance first. What has cleared then is paid to a payout
            account that is ready, whatever the sum, until nothing is left; otherwise it is kept for
            the creator, and a link leads to it for a year. After that year, write to us.
          </p>

          {heading('commission')}
          <p>
            Every account has a link, on the <Link to="/profile?tab=referrals">profile</Link> under
            Referrals. What a new buyer pays in the {REFERRAL.days} days after first opening it
            earns the account {REFERRAL.percent}%{includesTax && ' of what is left after tax'}: its
            commission. It comes out of our part, never out of the creator’s, and is less, down to
            nothing, where card fee and the recipe’s cost leave us less. A new buyer is somebody who
            had bought nothing here before; of several links the one opened last counts. What you
            buy yourself earns you nothing, nor do sales of your own recipes.
          </p>
          <p>
            Commission clears with its sale, is taken back with a refund or dispute, and is paid as
            a creator’s earnings are, by {section('creators')}: it needs a payout account. Where the
            purchases by a link look like those of one person or of a group, we keep their
            commission back for some time, and the <Link to="/studio/money">money page</Link> says
            so.
          </p>

          {heading('prohibited-content')}
          <p>You may not upload, generate or publish:</p>
          <ul>
            <li>
              sexual content showing minors, in any style, or anything that endangers a child;
            </li>
            <li>sexual or degrading pictures of real people without their consent;</li>
            <li>impersonation, forged evidence or deception of voters, customers or the press;</li>
            <li>hatred, harassment, threats, or praise of violence, terror or self-harm;</li>
            <li>what infringes copyright, trademarks, privacy or other rights of others;</li>
            <li>spam, malware, or attempts to get around limits, prices or moderation.</li>
          </ul>
          {allowsAdult && (
            <p>
              Pictures and films of sexual acts and nudity of consenting adults are allowed, as long
              as they are made from words alone and show no real person. What a photo, film or sound
              goes into may show no such thing, since we cannot know whether the person in it
              agreed; nor may it stand in names, descriptions, samples and profiles. Whoever appears
              in it must be clearly an adult; force, animals, corpses and relatives are forbidden in
              drawings too. We mark such creations as adult and ask everybody for their age before
              they are shown.
            </p>
          )}
          <p>
            Software checks inputs and results; people look at what is reported or held back. What
            is refused is neither delivered nor charged. Repeated or grave breaches end your access.
          </p>

          {heading('reports-and-takedown')}
          <p>
            Every recipe and every public creation has a Report button. To claim an infringement of
            your rights, use the form at <a href="/claims">Claim a right</a>, which needs no
            account, or write to us ({contact.address}) with the address of the page, the right you
            hold, how to reach you, and a statement that what you say is true. We hide what is
            plausibly infringing while we look at it. Its author is told so, with the reason, and
            may object.
          </p>

          {!isOwn && (
            <>
              {heading('availability')}
              <p>
                We keep the service running with care, but without a promise that it never stops. We
                may change or end features; what is owed is settled.
              </p>

              {heading('liability')}
              <p>
                We answer without limit for intent, gross negligence, and injury to life or health,
                and where the law allows no limit. Otherwise{' '}
                <strong>
                  our total liability is capped at the greater of what you paid in the last three
                  months or $100
                </strong>
                . We are not liable for lost profit or indirect damage.
              </p>

              {heading('changes-of-these-terms')}
              <p>
                New terms carry a new version date and apply to what you do after they are
                published. What you ran or published before stays under the version you accepted. If
                a clause is invalid, the others stand.
              </p>
            </>
          )}
        </>
      )}
    </LegalPage>
  )
}
