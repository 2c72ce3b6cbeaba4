import type { SettingsCase } from '../../service/recorded/posts.cjs';
import { isObject, type Values } from '../../service/schema.cjs';
import { compareSettings, differs, show } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { whyNotSettings } from '../needs.cjs';
import { findChannels, itemFor, marked, recordedCases } from '../items.cjs';
import { toRequests } from '../nodePosts.cjs';
import { createApart, sendPosts } from '../plainPosts.cjs';
import type { AreaPlan, Problem, Step } from '../types.cjs';

interface Tried {
	entry: SettingsCase;
	channel: Channel;
}

const nameOf = ({ network, title, settings }: SettingsCase) =>
	`${network}, ${title}: ${show(settings)}`;

/** All but those about `__type`, which older instances answer otherwise (docs/api.md, Creating posts). */
const cases = () =>
	recordedCases<SettingsCase>('settings.json').filter(({ title }) => !title.includes('__type'));

const toItem = ({ entry: { settings, image }, channel }: Tried): Values =>
	itemFor(channel, settings, [marked(image)]);

const messagesOf = (answer: unknown): string[] | undefined => {
	const { message } = isObject(answer) ? answer : {};
	return Array.isArray(message) ? message.map(String) : undefined;
};

async function tryTaken(instance: Instance, tried: Tried[]): Promise<Problem[]> {
	const sent = await createApart(instance, tried.map(toItem));
	const kept = await instance.read(sent.flatMap(({ postId }) => postId ?? []));
	return tried.map(({ entry, channel }, index) => {
		const { postId, problem } = sent[index];
		if (postId === undefined) return problem;
		const post = kept.get(postId);
		if (!post) return 'the post is not there';
		return compareSettings(post.settings, { ...entry.kept, __type: channel.identifier });
	});
}

/** Posts with wrong settings are refused together, with messages that have their place. */
async function tryRefused(instance: Instance, tried: Tried[]): Promise<Problem[]> {
	const { status, body } = await sendPosts(instance, tried.map(toItem));
	const messages = messagesOf(body);
	if (status !== 400 || !messages)
		return tried.map(() => `it was answered with ${status} ${show(body)}`);
	return tried.map(({ entry }, index) => {
		const place = `posts.${index}.`;
		const own = messages.filter((message) => message.startsWith(place));
		const wanted = messagesOf(entry.answer)!.map((message) => message.replace('posts.0.', place));
		return own.length === 0 ? 'it was taken' : differs('the refusal', own, wanted);
	});
}

/** What a network's settings may be, and what is refused: as a running instance was recorded to. */
export function planSettings(instance: Instance): AreaPlan {
	const all = cases().filter(({ kept, answer }) => kept ?? messagesOf(answer));
	const young = all.flatMap((entry) => {
		const reason = whyNotSettings(instance.release, entry.network, entry.settings);
		return reason ? [{ entry, reason }] : [];
	});
	const known = all.filter((own) => !young.some(({ entry }) => entry === own));
	const { found, skipped } = findChannels(instance, known, {
		networkOf: ({ network }) => network,
		nameOf,
	});
	const toSteps = (own: Tried[], run: typeof tryTaken): Step[] =>
		toRequests(own, toItem).map((group) => ({
			names: group.map(({ entry }) => nameOf(entry)),
			requests: 1,
			run: async () => await run(instance, group),
		}));
	return {
		steps: [
			...toSteps(
				found.filter(({ entry }) => entry.kept),
				tryTaken,
			),
			...toSteps(
				found.filter(({ entry }) => !entry.kept),
				tryRefused,
			),
		],
		skipped: [...skipped, ...young.map(({ entry, reason }) => ({ name: nameOf(entry), reason }))],
	};
}
