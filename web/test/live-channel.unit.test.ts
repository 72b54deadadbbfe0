import { describe, expect, it, jest } from '@jest/globals';
import { serverFrame } from '@earshot/proto/realtime';
import { answerWithinMs, openLiveChannel, reconnectDelayMs } from '../src/lib/live-channel.ts';
import { FakeSocket } from './fake-socket.ts';

function openFake(origin = 'http://here') {
  jest.useFakeTimers();
  const sockets: FakeSocket[] = [];
  const addresses: string[] = [];
  const handlers = { frames: jest.fn(), listening: jest.fn(), lost: jest.fn(), signedOut: jest.fn() };
  const network = { isOnline: true };
  const { close, check } = openLiveChannel({
    origin,
    userId: 'u1',
    openSocket: (url) => {
      addresses.push(url);
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    mayConnect: () => network.isOnline,
    onFrame: handlers.frames,
    onListening: handlers.listening,
    onLost: handlers.lost,
    onSignedOut: handlers.signedOut,
  });
  const authenticated = JSON.stringify({ type: 'authenticated', data: { userId: 'u1' } });
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  };
  return { addresses, sockets, handlers, network, close, check, authenticated, last };
}

const answer = (seq: number) => JSON.stringify({ type: 'authenticated', data: { userId: 'u1' }, seq });

describe('the live channel', () => {
  it.each([
    ['https://here.example', 'wss://here.example/ws'],
    ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080/ws'],
  ])('of a page at %s is %s', (origin, address) => {
    expect(openFake(origin).addresses).toEqual([address]);
  });

  it('authenticates as soon as it is open', () => {
    const { last } = openFake();
    last().open();
    expect(last().sent).toEqual(['{"type":"authenticate","userId":"u1"}']);
  });

  it('drops frames that violate the contract', () => {
    const { last, handlers } = openFake();
    last().open();
    for (const data of ['{', '{"type":"surprise","data":{}}', '{"type":"new_lead","data":{}}', 7]) last().receive(data);
    expect(handlers.frames).not.toHaveBeenCalled();
  });

  it('reports that it listens after the start, and again 3 s after a break', () => {
    const { sockets, handlers, last, authenticated } = openFake();
    last().open();
    last().receive(authenticated);
    expect(handlers.listening).toHaveBeenCalledTimes(1);
    last().end(1006);
    jest.advanceTimersByTime(reconnectDelayMs - 1);
    expect(sockets).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    last().open();
    last().receive(authenticated);
    expect(handlers.listening).toHaveBeenCalledTimes(2);
  });

  it('does not reconnect after a normal end', () => {
    const { sockets, last, handlers } = openFake();
    last().end(1000);
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(handlers.signedOut).not.toHaveBeenCalled();
  });

  it('reports a sign-out when the session is over', () => {
    const { sockets, last, handlers } = openFake();
    last().end(4401);
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(handlers.signedOut).toHaveBeenCalledTimes(1);
  });

  it('stays closed once it was ended, also in the middle of a wait', () => {
    const { sockets, last, close } = openFake();
    last().end(1006);
    close();
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('closes a socket that opens after the end', () => {
    const { last, close } = openFake();
    close();
    last().open();
    expect(last().closedWith).toBe(1000);
    expect(last().sent).toEqual([]);
  });

  it('does not reconnect while offline, and does so once the network returns', () => {
    const { sockets, handlers, network, last, check } = openFake();
    last().end(1006);
    network.isOnline = false;
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(handlers.lost).toHaveBeenCalled();
    network.isOnline = true;
    check();
    expect(sockets).toHaveLength(2);
  });

  it('checks whether the link is alive; an answer triggers no refetch unless time was missed', () => {
    const { sockets, handlers, last, check, authenticated } = openFake();
    last().open();
    last().receive(authenticated);
    check();
    last().receive(authenticated);
    expect(last().sent).toHaveLength(2);
    expect(handlers.listening.mock.calls).toEqual([['start']]);
    check(true);
    last().receive(authenticated);
    expect(handlers.listening.mock.calls).toEqual([['start'], ['break']]);
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('a link that does not answer is closed, and its later frames are ignored', () => {
    const { sockets, handlers, last, check, authenticated } = openFake();
    const dead = last();
    dead.open();
    dead.receive(authenticated);
    check();
    jest.advanceTimersByTime(answerWithinMs);
    expect(dead.closedWith).toBe(1000);
    expect(handlers.lost).toHaveBeenCalledTimes(1);
    expect(sockets).toHaveLength(2);
    dead.receive(authenticated);
    dead.end(1006);
    last().open();
    last().receive(authenticated);
    expect(handlers.listening.mock.calls).toEqual([['start'], ['break']]);
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('frequent checks do not put off the end of a link that does not answer', () => {
    const { sockets, last, check, authenticated } = openFake();
    last().open();
    last().receive(authenticated);
    for (let passedMs = 0; passedMs < answerWithinMs; passedMs += 1000) {
      check();
      jest.advanceTimersByTime(1000);
    }
    expect(sockets).toHaveLength(2);
  });

  it('asks for the frames after the last one, ignores copies, and reports a replay instead of a break', () => {
    const { addresses, handlers, last } = openFake();
    const numbered = (seq: number) =>
      JSON.stringify({ type: 'lead_rescored', data: { id: `${seq}`, score: '5.0' }, seq });
    last().open();
    last().receive(answer(10));
    for (const seq of [11, 12, 12, 11, 13]) last().receive(numbered(seq));
    last().end(1006);
    jest.advanceTimersByTime(reconnectDelayMs);
    last().open();
    last().receive(answer(13));
    for (const seq of [13, 14]) last().receive(numbered(seq));
    expect(addresses).toEqual(['ws://here/ws', 'ws://here/ws?since=13']);
    expect(handlers.listening.mock.calls).toEqual([['start'], ['replay']]);
    const seqs = handlers.frames.mock.calls.flatMap(([frame]) => serverFrame.parse(frame).seq);
    expect(seqs).toEqual([10, 11, 12, 13, 13, 14]);
  });

  it('refetches on resync, and continues from its number even if that is lower', () => {
    const { addresses, handlers, last } = openFake();
    last().open();
    last().receive(answer(10));
    last().receive('{"type":"resync","data":{},"seq":5}');
    last().receive('{"type":"lead_rescored","data":{"id":"a","score":"5.0"},"seq":6}');
    expect(handlers.listening.mock.calls).toEqual([['start'], ['break']]);
    expect(handlers.frames).toHaveBeenCalledTimes(3);
    last().end(1006);
    jest.advanceTimersByTime(reconnectDelayMs);
    expect(addresses.at(-1)).toBe('ws://here/ws?since=6');
  });

  it('refetches after a break if the server does not count', () => {
    const { addresses, handlers, last, authenticated } = openFake();
    last().open();
    last().receive(answer(10));
    last().end(1006);
    jest.advanceTimersByTime(reconnectDelayMs);
    last().open();
    last().receive(authenticated);
    expect(handlers.listening.mock.calls).toEqual([['start'], ['break']]);
    last().end(1006);
    jest.advanceTimersByTime(reconnectDelayMs);
    expect(addresses).toEqual(['ws://here/ws', 'ws://here/ws?since=10', 'ws://here/ws']);
  });
});
