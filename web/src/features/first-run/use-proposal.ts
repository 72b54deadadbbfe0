import { useEffect, useRef, useState } from 'react';
import { type ProfileTexts, profileTexts } from '../../lib/profile-texts.ts';
import { proposeProfile } from './api/propose-profile.ts';

const isFilled = (value: string | boolean) => value !== '' && value !== false;

/** A description of fewer characters says too little. */
const leastLength = 20;
/** Long enough that somebody who writes is not interrupted, and that a model is not asked for half a sentence. */
const pauseMs = 900;

export interface Proposal {
  readonly profile: ProfileTexts;
  readonly change: (part: Partial<ProfileTexts>) => void;
  /** `nothing`: the description says nothing that could be filled in. */
  readonly state: 'none' | 'pending' | 'filled' | 'nothing';
}

/** The profile fields: proposed after each pause in writing, except those that the user has edited. */
export function useProposal(description: string, saved: ProfileTexts): Proposal {
  const [profile, setProfile] = useState(saved);
  const [state, setState] = useState<Proposal['state']>('none');
  // Fields with a saved value count as edited.
  const edited = useRef(new Set(Object.entries(saved).flatMap(([name, value]) => (isFilled(value) ? [name] : []))));
  const read = useRef('');
  const text = description.trim();
  useEffect(() => {
    if (text.length < leastLength || text === read.current) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      setState('pending');
      proposeProfile(text, leaving.signal)
        .then((proposed) => {
          read.current = text;
          const texts = Object.entries(profileTexts(proposed)).filter(([name]) => !edited.current.has(name));
          setProfile((now) => ({ ...now, ...Object.fromEntries(texts) }));
          setState(texts.some(([, value]) => isFilled(value)) ? 'filled' : 'nothing');
        })
        // The fields are optional, so the user fills them in or leaves them.
        .catch(() => !leaving.signal.aborted && setState('none'));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text]);
  const change = (part: Partial<ProfileTexts>) => {
    Object.keys(part).forEach((name) => edited.current.add(name));
    setProfile((now) => ({ ...now, ...part }));
  };
  return { profile, change, state };
}
