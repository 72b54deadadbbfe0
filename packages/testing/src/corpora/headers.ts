/** What an injected header would be called. Nothing that we send has a header or a line with this name. */
export const injectedHeader = 'X-Injected';

const line = `${injectedHeader}: yes`;

/** Texts that end a line of a header and begin another. */
export const headerTexts: readonly string[] = [
  `a\r\n${line}`,
  `a\n${line}`,
  `a\r${line}`,
  `a\r\n\r\n${line}`,
  `a\n\n<script>alert(1)</script>\n${line}`,
  `a\u2028${line}`,
  `a\u2029${line}`,
  `a\u0085${line}`,
  `a\u000B${line}`,
  `a\u000C${line}`,
  `a\u0000\r\n${line}`,
  `a%0d%0a${line}`,
  `a%0D%0A%20${line}`,
  `a%E5%98%8A%E5%98%8D${line}`,
  `a\\r\\n${line}`,
  `a嘊嘍${line}`,
  `a\r\nBcc: victim@example.test\r\n${line}`,
  `a\r\nContent-Type: text/html\r\n\r\n<b>${line}</b>`,
  `a\r\nSet-Cookie: earshot_session=x\r\n${line}`,
  `a\r\nLocation: https://evil.example\r\n${line}`,
  `a\r\n ${line}`,
  `a\r\n\t${line}`,
  `=?utf-8?Q?a=0D=0A${injectedHeader}:_yes?=`,
  `a>\r\n${line}`,
  `"a"\r\n.\r\nMAIL FROM:<x@example.test>\r\n${line}`,
  `a"; filename="b\r\n${line}`,
];

/** Addresses of mails that try to add a recipient or a header. Each is refused with 400. */
export const headerAddresses: readonly string[] = [
  'a@example.test\r\nBcc: victim@example.test',
  'a@example.test\nBcc: victim@example.test',
  'a@example.test, victim@example.test',
  'a@example.test;victim@example.test',
  'a@example.test>\r\nRCPT TO:<victim@example.test',
  'a@example.test%0d%0aBcc:victim@example.test',
  '"a\r\nBcc: victim@example.test"@example.test',
  'a <victim@example.test>',
  'a@example.test\u0000victim@example.test',
  'a@example.test\u2028Bcc: victim@example.test',
  'a@[127.0.0.1]\r\nx',
  'a@example.test\tvictim@example.test',
];
