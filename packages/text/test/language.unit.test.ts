import { describe, expect, it } from '@jest/globals';
import { otherLanguageOf } from '../src/language.ts';

describe('the language of a text', () => {
  it.each([
    ['de', 'Unsere Kunden zahlen zu spät, und ich suche ein Werkzeug, das Mahnungen für uns verschickt.'],
    ['es', 'Busco una herramienta para cobrar facturas, porque los clientes no pagan a tiempo y es muy difícil.'],
    ['fr', 'Je cherche un outil pour relancer les clients qui ne paient pas dans les délais, avec des rappels.'],
    ['it', 'Qualcuno conosce un programma che manda solleciti per le fatture? I clienti non pagano e mi serve aiuto.'],
    ['nl', 'Ik zoek een programma dat herinneringen voor facturen stuurt, want onze klanten betalen niet op tijd.'],
    ['pl', 'Czy ktoś zna program, który przypomina o fakturach? Nasi klienci nie płacą na czas, jak to robicie?'],
    ['pt', 'Alguém conhece uma ferramenta para cobrar faturas? Os clientes não pagam e isso é um problema para nós.'],
    [
      'tr',
      'Müşteriler faturaları çok geç ödüyor, bunun için bir program var mı? Bizim gibi küçük bir şirket ne yapar?',
    ],
    ['ru', 'Клиенты платят поздно. Какой программой вы напоминаете о счетах?'],
    ['uk', 'Клієнти платять пізно. Якою програмою ви нагадуєте про рахунки?'],
    ['ja', '請求書の支払いが遅れています。おすすめのツールはありますか？'],
    ['zh', '客户总是拖欠发票。你们用什么工具来催款？'],
    ['ko', '고객이 대금을 늦게 지급합니다. 어떤 도구를 쓰시나요?'],
    ['ar', 'العملاء يدفعون متأخرين. ما الأداة التي تستخدمونها للتذكير؟'],
    ['el', 'Οι πελάτες πληρώνουν αργά. Ποιο εργαλείο χρησιμοποιείτε;'],
    ['he', 'הלקוחות משלמים באיחור. באיזה כלי אתם משתמשים?'],
    ['hi', 'ग्राहक देर से भुगतान करते हैं। आप कौन सा टूल उपयोग करते हैं?'],
  ])('is %s', (language, text) => {
    expect(otherLanguageOf(text)).toBe(language);
  });

  it.each([
    'My clients pay late and I need a tool that chases invoices for me. What do you use?',
    'Is there a Zapier alternative for "Rechnungen"? Our German customers ask for it and we have no idea.',
    'QuickBooks vs Xero vs FreshBooks vs Wave',
    'Bonjour, salut',
    'lol',
    '',
  ])('is not said for %j', (text) => {
    expect(otherLanguageOf(text)).toBeNull();
  });
});
