import type { EventName } from '../../../nodes/Postiz/events/fields';
import { refuseUnsupported } from '../../../nodes/Postiz/events/unsupported';
import { problemOf } from '../support/problem.cjs';

const NOTE: EventName = 'newNotification';
const OUT: EventName = 'postPublished';

const MESSAGE = "This Postiz is older than 2.18 and can't report New Notification";
const NO_OTHERS = 'Update it to Postiz 2.18 or newer, or choose other events.';
const OTHERS = 'Update it to Postiz 2.18 or newer, or remove the event: the others work.';

test.each<[string, EventName[], EventName[], EventName[], boolean, string | undefined]>([
	['nothing is unsupported', [], [OUT], [], true, undefined],
	['there are no others', [NOTE], [NOTE], [NOTE], false, NO_OTHERS],
	['there are others, and somebody just chose it', [NOTE], [NOTE, OUT], [], true, OTHERS],
	['somebody was told before', [NOTE], [NOTE, OUT], [NOTE], true, undefined],
	['nobody would see it', [NOTE], [NOTE, OUT], [], false, undefined],
])('events that cannot be told, if %s', (_if, unsupported, events, known, isAttended, expected) => {
	const refuse = () => refuseUnsupported(unsupported, { events, known, isAttended });
	if (expected) expect(problemOf(refuse)).toEqual([MESSAGE, expected]);
	else expect(refuse).not.toThrow();
});
