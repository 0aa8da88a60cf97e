import { CONFIRM_DAYS } from '#domain/registration.ts'
import { LINK_PLACE } from '../../db/mail-outbox.ts'

interface Letter {
  readonly subject: string
  readonly text: string
}

/** To an address no account uses yet: the link that makes the registration's password work. */
export function confirmMail({ firstName, businessName }: { firstName: string; businessName: string }): Letter {
  return {
    subject: `Confirm your registration with ${businessName}`,
    text: [
      `Hello ${firstName},`,
      '',
      `Thank you for registering with ${businessName}. Please confirm that this is your email:`,
      '',
      LINK_PLACE,
      '',
      `The link works for ${CONFIRM_DAYS} days. After that you can log in with this email and the password you chose.`,
      'We look at your request and write to you about your first collection.',
      '',
      'If you didn’t register, ignore this email. Without the link nothing happens with your address.',
      '',
      businessName,
      '',
    ].join('\n'),
  }
}

/** To the owner of an account whose e-mail was used to register again. */
export function knownMail({
  firstName,
  businessName,
  publicUrl,
}: {
  firstName: string
  businessName: string
  publicUrl: string
}): Letter {
  return {
    subject: `You already have an account with ${businessName}`,
    text: [
      `Hello ${firstName},`,
      '',
      `Someone registered with ${businessName} using this email. You already have an account with us, and it hasn’t changed.`,
      '',
      `Log in: ${publicUrl}/login`,
      `Forgot your password? ${publicUrl}/forgot-password`,
      '',
      'If it was you, there is nothing to do: we have your request and will write to you. If it wasn’t, ignore this email.',
      '',
      businessName,
      '',
    ].join('\n'),
  }
}
