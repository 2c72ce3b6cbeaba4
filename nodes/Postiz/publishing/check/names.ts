import { callTool } from '../../channels/facts';
import { idOption } from '../../providers/shapes';
import type { Picker, SettingField } from '../../providers/types';
import type { PostizClient } from '../../transport/client';
import type { Content, Finding } from '../shapes';
import { getOrMake, listNames, oncePer } from '../../values/lists';
import { ignoreProblem, quote } from '../../values/problem';
import { isObject, propertiesOf } from '../../values/read';
import { comparable } from '../../values/words';

type Row = { name: string; value: unknown };

/** What a client has looked up, by channel and list. */
const listsOf = oncePer<PostizClient, Map<string, Promise<Row[] | undefined>>>(() => new Map());

const namesAnId = (field: SettingField): field is Picker & { idLike: RegExp } =>
	field.tool !== undefined && field.idLike !== undefined;

/**
 * The post with IDs for the names that people enter where a network wants an ID, such as that of a board: looked up in the
 * picker's list, once a run and channel, for these `keys`. What isn't found there, or twice, is a finding with the choices.
 */
export async function withIds<T extends Content>(
	post: T,
	client: PostizClient,
	keys = Object.keys(post.settings),
): Promise<T> {
	const { target, settings } = post;
	const looked: Finding[] = [];
	const ids = { ...settings };
	for (const field of (target.provider?.fields ?? []).filter(namesAnId)) {
		if (!keys.includes(field.name)) continue;
		const value = settings[field.name];
		if (typeof value !== 'string' || value.trim() === '' || field.idLike.test(value)) continue;
		const rows = await getOrMake(
			listsOf(client),
			`${target.id} ${field.tool}`,
			async () => await lookUp(client, target.id, field.tool),
		);
		const found = rows?.filter((row) => row.value === value || isNamed(row, value)) ?? [];
		const [only] = found;
		if (only && found.length === 1) ids[field.name] = String(only.value);
		else looked.push(unclear(field, value, found, rows));
	}
	return { ...post, settings: ids, looked };
}

async function lookUp(client: PostizClient, channelId: string, methodName: string) {
	const call = callTool(client, { channelId, methodName, data: {} }, () => undefined);
	const { output } = propertiesOf(await call.catch(ignoreProblem));
	const options = (row: unknown) => (isObject(row) ? (idOption(row) ?? []) : []);
	return Array.isArray(output) ? output.flatMap(options) : undefined;
}

const isNamed = ({ name }: Row, wanted: string) =>
	comparable(name).replace(/^#/, '') === comparable(wanted).replace(/^#/, '');

function unclear(
	{ displayName, name, tool, rows: noun = tool }: Picker,
	value: string,
	found: Row[],
	rows: Row[] = [],
): Finding {
	const choices = listNames(
		(found.length > 1 ? found : rows).map((row) => `${row.name} (${String(row.value)})`),
	);
	const message =
		found.length > 1
			? `${displayName}: ${found.length} ${noun} are called ${quote(value)}`
			: `${displayName} must be an ID, or the name of one of the ${noun}, not ${quote(value)}`;
	const remedy = choices
		? `Choose one of these: ${choices}.`
		: `Channel > Look Up (${tool}) returns the IDs.`;
	return { level: 'error', field: displayName || name, message, remedy };
}
