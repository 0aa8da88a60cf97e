import { expect, test } from 'vitest'
import { fieldMessage } from '#contract/problem.ts'
import { refusals } from '#domain/refusals.ts'
import { appWords } from '#client/app/app-words.ts'
import { incomesFeature } from '#client/features/incomes/feature.tsx'
import { pickupsFeature } from '#client/features/pickups/feature.tsx'
import { incomesWords } from '#client/features/incomes/incomes-words.ts'
import { pickupsWords } from '#client/features/pickups/pickups-words.ts'
import { linkWords } from '#client/features/session/link-words.ts'
import { sessionWords } from '#client/features/session/session-words.ts'

/**
 * Labels and messages of the specification that today's screens use, exactly as written, mistakes of grammar included.
 */
test('The specification’s labels and messages are unchanged', () => {
  expect({
    menu: [pickupsFeature.menu.label, incomesFeature.menu.label, appWords.logout, appWords.balance],
    roles: [appWords.roleADMIN, appWords.roleCUSTOMER, appWords.roleDRIVER],
    login: [sessionWords.welcomeBack, sessionWords.requestQuote, sessionWords.forgotPassword],
    recover: [linkWords.passwordUpdated, linkWords.passwordsDiffer],
    logout: [sessionWords.logoutQuestion, sessionWords.cancel, sessionWords.confirm, sessionWords.loggedOut],
    errors: [appWords.notFound, appWords.backToHome, appWords.errorOccurred, appWords.tryAgain],
    pickups: [pickupsWords.pickups, pickupsWords.done, pickupsWords.bagMT, pickupsWords.more],
    incomes: [incomesWords.incomes],
    fields: [
      fieldMessage({ code: 'invalid_type', input: undefined }),
      fieldMessage({ code: 'too_big', origin: 'string' }),
      fieldMessage({ code: 'too_small', origin: 'string', minimum: 10 }),
      fieldMessage({ code: 'invalid_format', format: 'email' }),
      fieldMessage({ code: 'invalid_type', input: 'x', expected: 'number' }),
      fieldMessage({ code: 'too_small', origin: 'number', minimum: 0 }),
    ],
    refusals: [
      refusals.keyword_too_short.message,
      refusals.file_too_large.message,
      refusals.too_many_files.message,
      refusals.cannot_generate_run.message,
    ],
  }).toMatchInlineSnapshot(`
    {
      "errors": [
        "Sorry, the page you visited does not exist.",
        "Back to Home",
        "An error occurred.",
        "Try again",
      ],
      "fields": [
        "This field is mandatory",
        "This field is too long",
        "This field is too short",
        "Invalid email address",
        "This field must be Number",
        "This field must be non-negative Number",
      ],
      "incomes": [
        "Incomes",
      ],
      "login": [
        "Welcome back!",
        "Request a Quote or Register",
        "Forgot password?",
      ],
      "logout": [
        "Are you sure want to log out?",
        "Cancel",
        "Confirm",
        "Logout successfully!",
      ],
      "menu": [
        "Pickups",
        "Incomes",
        "Logout",
        "Balance",
      ],
      "pickups": [
        "Pickups",
        "Done",
        "Bag MT",
        "More",
      ],
      "recover": [
        "Password updated successfully. You can now use it to log in to your account.",
        "Password and confirm password does not match",
      ],
      "refusals": [
        "Keyword must be greater than or equal 3 characters",
        "Max file size: 20 MB",
        "Too many files. The maximum number of files is 5.",
        "Cannot generate run",
      ],
      "roles": [
        "ADMIN",
        "CUSTOMER",
        "DRIVER",
      ],
    }
  `)
})
