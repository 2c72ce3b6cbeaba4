import type { CalendarPost } from '../../calendar/calendarPost';
import { Problem } from '../../common/problem';
import { joinNames } from '../../common/text';
import { getNetworkName, isSameNetwork } from '../../networks';
import { getTextRequirements } from '../../networks/textRequirements';
import { listPostFiles } from '../../posts/postFiles';
import type { PostUpdate } from '../../posts/postUpdate';
import type { Run } from '../../posts/run/run';
import { toPostContent } from '../../posts/toPostContent';
import type { SettingChanges, UpdateForm } from '../../posts/updateForm';
import { fitSettingsToFiles } from '../../settings/settingsFromContent';
import { findUnknownSettings } from './postSettings';
import { getSettingFiles, renderPart } from './resolveItem';
import { resolveNames } from './resolveNames';
import { resolveSettingChannels } from './resolveSettingChannels';

/** Merges the form of Post > Update into the existing post. Throws {@link Problem} if that isn't possible. */
export async function resolveUpdate(
	before: CalendarPost,
	form: UpdateForm,
	run: Run,
): Promise<PostUpdate> {
	const { client, inspector } = run;
	const { text, media, thread, state, date, tags } = form.newValues;
	const existing = toPostContent(before);
	const { target } = existing;
	const { network } = target;
	const changes = requireSettingChanges(target.identifier, form);
	const enteredParts = [{ text: text ?? '', files: media ?? [] }, ...(thread ?? [])];
	await inspector.inspect(listPostFiles({ parts: enteredParts, ...changes }));
	const channels = await client.fetchChannels();
	const changedSettings = resolveSettingChannels(changes.settings, target, channels);
	const settings = { ...existing.settings, ...changedSettings };
	const { markup } = getTextRequirements(network, settings);
	const [newFirst, ...newLater] = enteredParts.map((part) =>
		renderPart(part, form.format, markup, inspector),
	);
	const [first = { content: '', files: [] }, ...later] = existing.parts;
	const mergedFirst = {
		...first,
		...(text !== undefined && { content: newFirst!.content, textInput: newFirst!.textInput }),
		...(media !== undefined && { files: newFirst!.files }),
	};
	const parts = [mergedFirst, ...(thread === undefined ? later : newLater)];
	const post = {
		...existing,
		parts,
		settings: fitSettingsToFiles(settings, network, parts),
		unknownSettings: findUnknownSettings(changes.settings, network),
		settingFiles: getSettingFiles(changes.settingFiles, inspector),
	};
	const withResolvedNames = await resolveNames(post, client, {
		keys: Object.keys(changes.settings),
	});
	return { state, date, tags, post: withResolvedNames };
}

/**
 * Returns the settings for the post's network. Throws {@link Problem} if the form only has settings for other networks.
 */
function requireSettingChanges(
	identifier: string,
	{ newValues, settingChanges }: UpdateForm,
): Pick<SettingChanges, 'settings' | 'settingFiles'> {
	const entry = settingChanges.find((candidate) => isSameNetwork(candidate.identifier, identifier));
	if (entry) return entry;
	if (Object.keys(newValues).length > 0) return { settings: {}, settingFiles: {} };
	const name = getNetworkName(identifier);
	const others = joinNames(settingChanges.map((other) => getNetworkName(other.identifier)));
	throw new Problem(
		`Nothing to change: the post is on ${name}`,
		`Network Settings only has values for ${others}. Add an entry for ${name}, or choose another post.`,
	);
}
