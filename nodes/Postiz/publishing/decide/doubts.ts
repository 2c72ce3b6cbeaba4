import { showDate } from '../../values/date';
import { Problem, quote } from '../../values/problem';
import type { Candidate } from './candidates';
import type { Doubt } from './pair';
import type { Wanted } from './wanted';

const IF_ANOTHER = 'If it is another post, choose Post Again under If the Post Exists.';
const CHANGE_IT =
	'Nothing was sent. To change that post, use Post > Update or Post > Create or Update.';

/** What Postiz has, and what to do. */
const EXPLANATIONS: Record<Doubt, [what: string, remedy: string, forPerson?: string]> = {
	start: [
		'Postiz has only the start of this thread',
		'Delete that post with Post > Delete, then run this again.',
	],
	unsure: [
		'this post failed in Postiz, but it may be online',
		'Check the network. If it is not there, delete that post and run this again.',
		IF_ANOTHER,
	],
	files: ['Postiz has this post with other files', CHANGE_IT, IF_ANOTHER],
	settings: ['Postiz has this post with other settings, tags or options', CHANGE_IT, IF_ANOTHER],
	draft: [
		'Postiz has this post as a draft',
		'Schedule it with Post > Update, or delete it and run this again.',
		IF_ANOTHER,
	],
	notDraft: [
		'Postiz has this post already, and not as a draft',
		'Make it a draft with Post > Update, or delete it and run this again.',
		IF_ANOTHER,
	],
	unknownFiles: [
		'Postiz has a post with this text, and its files cannot be compared',
		'Nothing was sent. Look at that post.',
		IF_ANOTHER,
	],
};

/** Why a post is not sent. The date is shown in `timezone` (an IANA name). */
export function explainDoubt(
	{ post }: Wanted,
	{ doubt, candidate: { id, time } }: { doubt: Doubt; candidate: Candidate },
	timezone: string,
): Problem {
	const [what, advice, forPerson] = EXPLANATIONS[doubt];
	const date = showDate(new Date(time).toISOString(), timezone);
	return new Problem(`${post.target.label}: ${what}: ${quote(id)}, dated ${date}`, advice, {
		forPerson,
	});
}
