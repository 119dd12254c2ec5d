import { PAST_USERNAME_MONTHS } from '@vignette/contract/account-limits.ts'
import { CASE } from '@vignette/contract/case-words.ts'
import { NOTE } from '@vignette/contract/dispute-words.ts'
import { DRAFTS } from '@vignette/contract/draft-words.ts'
import { ANALYTICS_DAYS, REPORT_DAYS, TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { CAME_FROM_DAYS, FEW_PEOPLE } from '@vignette/contract/number-limits.ts'
import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import { REFERRAL_RING } from '@vignette/contract/referral-ring.ts'
import { TESTS } from '@vignette/contract/test-limits.ts'
import { UNUSED_UPLOAD_HOURS } from '@vignette/contract/upload-limits.ts'
import { Link } from '../../ui/link.tsx'
import { LegalPage } from './legal-page.tsx'

const CHAPTERS = [
  ['who-is-responsible', 'Who is responsible'],
  ['what-is-kept-why-and-for-how-long', 'What is kept, why, and for how long', 'stays'],
  ['who-else-sees-it', 'Who else sees it', 'stays'],
  ['analytics', 'Analytics', 'stays'],
  ['cookies-and-local-storage-by-name', 'Cookies and local storage, by name', 'stays'],
  ['your-rights', 'Your rights', 'stays'],
  ['contact', 'Contact'],
] as const

export function PrivacyPage() {
  return (
    <LegalPage
      page="privacy"
      chapters={CHAPTERS}
      title="Privacy"
      summary="What we keep of you, why, for how long, and how to make us stop. No advertising, no sale of data, no third-party trackers."
    >
      {({ name, contact, bankYears }, { isOwn, heading }) => (
        <>
          {!isOwn && (
            <>
              {heading('who-is-responsible')}
              <p>
                What is kept and why is decided by {name}. {contact.sentence}
              </p>
            </>
          )}

          {heading('what-is-kept-why-and-for-how-long')}
          <ul>
            <li>
              <strong>Inputs and creations.</strong> The texts and files you supply, and what is
              made of them, in order to run the recipe and show you the result. Until you delete
              them: for {TOMBSTONE_PURGE_HOURS} hours deleted creations can be restored on your
              profile (without an account, right after deleting), then their texts and files are
              erased. So are those of a remix that delivered nothing, as long after its end, and the
              texts kept with a payment that has ended. Uploads that no remix used, or that only
              erased creations used, are erased after {UNUSED_UPLOAD_HOURS} hours.
            </li>
            <li>
              <strong>Your account.</strong> If you sign in: e-mail address, name and picture that
              the identity provider tells us, the username you choose, and what you write on your
              storefront. Until you delete the account. A username that you give up leads to you for{' '}
              {PAST_USERNAME_MONTHS} months. Your picture is shown there only where you say so. Whom
              you follow is kept until you follow them no longer, and shown to nobody else.
            </li>
            <li>
              <strong>Payments.</strong> Amount, recipe, state and the payment provider’s reference.
              Card numbers never reach us. Kept as long as tax law demands, without your name once
              the account is deleted. So are a creator’s statements, and invoices with the name and
              address that a buyer entered for them, which no later deletion may take off.
            </li>
            <li>
              <strong>Payouts to creators.</strong> Sums, dates and states, as long as tax law
              demands. Bank details are kept by the payout vendor, or sealed by us where we pay by
              hand, and shown by their last four characters alone. When you delete your account they
              are erased at once if nothing was ever paid to them; otherwise {bankYears} years after
              the last payout, and not before all that is yours was paid.
            </li>
            <li>
              <strong>Access tokens.</strong> When and from which network address each was used
              last, which only you can see, until the day after it ends.
            </li>
            <li>
              <strong>Cancelled remixes.</strong> If you cancel a remix that costs us money: a keyed
              hash of your network address, from which the address cannot be read without our key,
              until the end of that day (UTC), to keep a few from running up our costs. For the same
              reason a keyed hash of the payment provider’s fingerprint of your card, and one of
              your network address, with each payment, until the day after that payment has ended.
              They also tell whether a creator bought from themselves; of that only yes or no is
              kept. With a purchase by somebody’s link the hash of the card, and one of your wider
              network, stay for {REFERRAL_RING.hashDays} days, so that nobody is paid for leading
              themselves here.
            </li>
            <li>
              <strong>Cases.</strong> If you say that something is wrong with a purchase: what you
              wrote and what was answered, until half a year after the decision. The recipe’s
              creator and we read it; we and the creator see your creation and inputs only if you
              allow it, and until it is decided. A keyed hash of your network address, and that of
              your card where it is kept then, for {CASE.atOnceDays} days, so that refunds without a
              look are not taken again and again.
            </li>
            <li>
              <strong>Delivery.</strong> When you first opened a creation of yours or its proof and
              first downloaded its file, as long as the creation’s row is kept, to show that it
              arrived. If your bank disputes a payment, we send the bank the receipt, the terms you
              accepted, these times and those of a case, and a note and file of the creator’s; no
              picture and no text of yours. Note, file and what was sent are erased {NOTE.keptDays}{' '}
              days after the dispute has ended.
            </li>
            <li>
              <strong>Faces in uploads.</strong> Where this site asks, a program sees whether a
              photo or film that you give shows a face, not whose. Yes or no is kept with the file,
              and what you say about it with the remix; moderators see your answer if somebody shown
              objects.
            </li>
            <li>
              <strong>Acceptance of the terms.</strong> Version and time, with each remix, as long
              as the remix is kept. Of the creator terms, the version you accepted last and when,
              with your account.
            </li>
            <li>
              <strong>Collections.</strong> Their names and what you saved in them, until you delete
              them. Others see a collection only if you share it.
            </li>
            <li>
              <strong>Drafts of recipes.</strong> Their text, which only you can read, until you
              publish or delete them, or for {DRAFTS.keptDays} days after the last change; without
              an account for {DRAFTS.visitor.keptDays} days.
            </li>
            <li>
              <strong>Tests of recipes.</strong> Text, inputs and pictures of each step, which only
              you can see, for {TESTS.keptDays} days; the test whose picture is in use, for as long
              as that.
            </li>
            <li>
              <strong>Reports and moderation.</strong> What was reported and why, for{' '}
              {REPORT_DAYS / 365} years after the decision, in order to treat like cases alike; our
              record of what we decided, for as long as this site runs.
            </li>
            <li>
              <strong>Claims of rights.</strong> What was claimed, by whom and how to reach them,
              for {REPORT_DAYS / 365} years after the decision; what was decided, for as long as
              this site runs.
            </li>
            <li>
              <strong>Notices and letters.</strong> What we told you, for half a year. The address
              of a letter, until a week after it went out. An address that you left for a remix or a
              payment, for half a year.
            </li>
            <li>
              <strong>Creators’ letters.</strong> If you tick the box below what you bought: that
              you did, when, the words beside it and, without an account, the address; until you
              take the tick away. An address that is not confirmed is erased after seven days. That
              you ended a creator’s letters is kept so that none comes. Creators see how many people
              a letter reaches, and neither names nor addresses. The letters that you write yourself
              are kept until you delete your account.
            </li>
            <li>
              <strong>Webhooks.</strong> Where you have news of your account sent, and the last 100
              that were sent there with their answers, until you delete the webhook.
            </li>
            <li>
              <strong>ComfyUI servers.</strong> Where a ComfyUI of your own is and, encrypted, the
              key that it asks for, until you delete it or your account. A recipe that runs on its
              creator’s server says so on its page: that creator then gets what you enter, your
              pictures too, and not who you are.
            </li>
            <li>
              <strong>Waitlist.</strong> The address and name you leave there, until you ask us to
              forget them.
            </li>
            <li>
              <strong>Where free creations are asked for.</strong> Your network address in a form
              that only we can compare, in order to share this server’s time fairly: with the
              creation until it is made, and with the day’s count until an hour after that day
              (UTC).
            </li>
            <li>
              <strong>Searches.</strong> Which words of recipes were searched for, by the week, for
              four weeks, in order to suggest them. Of who searched, one bit of 64 is kept: it tells
              how many searched at least, and not who.
            </li>
            <li>
              <strong>What a picture looks like.</strong> Some numbers that describe each picture
              made here, as long as the picture, in order to show pictures that look alike. A
              private one is shown to nobody.
            </li>
            <li>
              <strong>Server logs.</strong> Time, kind of page or call, status and a request number,
              for up to 30 days, to find faults and abuse. They hold no inputs, no prompts, no
              addresses of e-mail and no secret links.
            </li>
          </ul>

          {heading('who-else-sees-it')}
          <p>
            Inputs go to the generation provider that the recipe names, as far as that step needs
            them; recipes that run on our own machines send nothing anywhere. Payments go to the
            card processor, sign-in to the identity provider you use. Where creators are paid by a
            vendor, it gets the creator’s e-mail address and country and asks the creator for the
            rest itself. Letters, with a small picture of what you made, leave by our mail server.
            Public creations are seen by everybody, with the text you entered for them; your files
            only if you allow that. Nobody else is given your data unless the law compels us.
          </p>

          {heading('analytics')}
          <p>
            We count what is done with the product (that a page was opened, a recipe started, a
            dialog closed) under a random number that is not your account and not your visitor id.
            Events carry no text you typed, no file and no e-mail address, and are sent only to the
            collector this site is set up with; our own keeps them for {ANALYTICS_DAYS} days. Your
            browser’s storage settings let you refuse them: without storage, each visit is a
            stranger’s.
          </p>
          <p>
            For the creators of recipes our server counts how often a recipe’s page is opened, by
            how many people and from where. To count a person once a day, it compares your network
            address and browser in a form that is kept in memory alone and forgotten with the day;
            only the counts are kept, for {ANALYTICS_DAYS} days. Where our own collector is set up,
            creators also read from the events how many browsers began a recipe’s form, saw its
            summary, left at which step, or shared the recipe. Groups of fewer than {FEW_PEOPLE}{' '}
            people are not told. Of a remix that failed, the creator reads which of the recipe’s own
            options it took, not who ran it and what was written or uploaded. In the same way it
            counts for whoever passes a link on how many people open that link; this count is kept
            as long as the account.
          </p>

          {heading('cookies-and-local-storage-by-name')}
          <p>
            All are set by us alone, and all but <code>came_from</code>, <code>vignette_via</code>,{' '}
            <code>vignette_fan</code> and the analytics entries are needed to work.
          </p>
          <ul>
            <li>
              Cookie <code>vignette_visitor</code>: ties your anonymous creations to this browser,
              signed, unreadable to scripts, 400 days.
            </li>
            <li>
              Cookie <code>vignette_session</code>: keeps you signed in, unreadable to scripts, 30
              days.
            </li>
            <li>
              Cookie <code>vignette_sign_in</code>: carries a sign-in to the identity provider and
              back, signed, unreadable to scripts, 10 minutes.
            </li>
            <li>
              Cookies <code>oauth_request</code>, <code>oauth_resume</code>,{' '}
              <code>oauth_session</code>: carry an assistant’s request through this browser, signed,
              unreadable to scripts, 10 minutes at most.
            </li>
            <li>
              Cookie <code>csrf_token</code>: proves that a change was asked for by our own page.
            </li>
            <li>
              Cookie <code>came_from</code>: by which way you came to the recipes you opened last (a
              link, another site, Discover), {CAME_FROM_DAYS} days. It is kept with a remix or
              payment of yours, so that creators learn what brings buyers: they read it beside each
              sale, without who bought.
            </li>
            <li>
              Cookie <code>vignette_via</code>: by whose link you came here, and when, signed,
              unreadable to scripts, {REFERRAL.days} days. What you buy meanwhile earns that person
              a part of our share, and is kept with the payment; the person learns how many bought,
              and not who.
            </li>
            <li>
              Cookie <code>vignette_fan</code>: that you signed in in this browser, so that your own
              link leads yourself nowhere, signed, unreadable to scripts, 30 days.
            </li>
            <li>
              Local storage <code>user_id</code>: the anonymous id of this browser, made at your
              first visit and sent with what you first make or send; <code>access_token</code>: only
              where you set a token yourself.
            </li>
            <li>
              Local storage <code>workflow_inputs_…</code>, <code>workflow_public_…</code> and{' '}
              <code>workflow_email_…</code>: what you entered for a recipe and its checkout, so that
              a reload or the checkout loses none of it; removed once the remix ends, or you sign
              out.
            </li>
            <li>
              Session storage <code>payment_return_…</code>: that a return from the checkout was
              dealt with, <code>workflow_terms_…</code>: that you accepted the terms for a recipe,{' '}
              <code>workflow_step_…</code>: the step at which you are, <code>sign_in_return</code>:
              the page to which a sign-in returns, <code>kept_typed</code>: what you had typed in
              the page’s forms when it asked you to sign in again, for an hour and until you are
              back, <code>scroll-positions</code>: how far pages were scrolled,{' '}
              <code>adult_confirmed</code>: that you said to be old enough for adult content,{' '}
              <code>left_money</code>: the link to the money of a deleted account, while its owner
              gives bank details; all until the tab is closed at the latest.
            </li>
            <li>
              Local storage <code>recipe_draft</code> and <code>recipe_draft_…</code>: a recipe you
              are writing, until it is saved on the server, or you publish it or start anew.
            </li>
            <li>
              Local storage <code>analytics_anonymous_id</code>, <code>analytics_session_id</code>,{' '}
              <code>analytics_session_last_seen</code>: the random number above; a session ends
              after 30 idle minutes.
            </li>
            <li>
              Local storage <code>theme</code>: light or dark, if you chose one.
            </li>
          </ul>

          {heading('your-rights')}
          <p>
            On your <Link to="/profile">profile</Link> you can download all of your data, end
            sessions, and delete your account with everything that belongs to you. You may also ask
            us what we keep, have it corrected or erased, object to its use, and complain to the
            data protection authority where you live. Without an account, deleting a creation in the
            browser that made it does the same.
          </p>

          {!isOwn && (
            <>
              {heading('contact')}
              <p>
                {contact.sentence} We answer within a month. Changes of this page carry a new date
                at its head.
              </p>
            </>
          )}
        </>
      )}
    </LegalPage>
  )
}
