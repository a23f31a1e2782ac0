/** The live region: a summary of what happened, at most once in five seconds. */
import { useEffect, useState } from "preact/hooks";
import { announcementOf } from "./announcements.ts";
import type { Live, LiveEvent } from "./live.ts";

const pauseMs = 5_000;

export function Announcer({ live }: { live: Live }) {
  const [text, setText] = useState("");
  useEffect(() => {
    let heard: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      timer = undefined;
      const next = announcementOf(heard);
      heard = [];
      if (next !== "") setText(next);
    };
    const unsubscribe = live.subscribe((event) => {
      // The pause begins with something to say.
      if (announcementOf([event]) === "") return;
      heard.push(event);
      timer ??= setTimeout(say, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [live]);
  return (
    <p class="sr" role="status" aria-live="polite">
      {text}
    </p>
  );
}
