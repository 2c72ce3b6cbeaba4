import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { NOT_AN_ID } from '../../channels/validateSetting';
import { callTool, findOptions } from '../../channels/channelFacts';
import { isPicker } from '../../networks';
import { findText } from '../../networks/optionRows';
import type { Picker, SettingField } from '../../networks/networkTypes';
import type { PostizClient } from '../../transport/client';
import type { Content, Issue } from '../model';
import { getOrCreate, listNames } from '../../common/lists';
import { memoizeByObject } from '../../common/memoize';
import { ignoreProblem, quote } from '../../common/problem';
import { isEmpty, isObject, getProperties, tryParseJson } from '../../common/parseValue';
import { toComparableName } from '../../common/wording';

type Row = INodePropertyOptions;

/** What a client has looked up, by channel, list, and what the list belongs to. */
const getLists = memoizeByObject<PostizClient, Map<string, Promise<Row[] | undefined>>>(
	() => new Map(),
);

/** Other pickers only search. */
const hasChoices = (field: SettingField): field is Picker =>
	isPicker(field) && field.searchKey === undefined;

/**
 * The post with IDs for the names that people enter where a network wants an ID, such as that of a board: looked up in the
 * picker's list, once a run and channel, for these `keys`. What isn't found there, or twice, is a finding with the choices.
 */
export async function resolveNames<T extends Content>(
	post: T,
	client: PostizClient,
	keys = Object.keys(post.settings),
): Promise<T> {
	const { target, settings } = post;
	const looked: Issue[] = [];

	async function findIds(fields: SettingField[], group: IDataObject, place = '') {
		const ids = { ...group };
		for (const field of fields) {
			const { name, nested } = field;
			const given = ids[name];
			const each = async (change: (one: unknown, index: number) => Promise<unknown>) => {
				ids[name] = (await Promise.all((given as unknown[]).map(change))) as IDataObject[];
			};
			if (nested && Array.isArray(given)) {
				await each(async (entry, index) => {
					const { value } = getProperties(entry);
					const label = given.length > 1 ? `${nested.name} ${index + 1}` : nested.name;
					return isObject(value)
						? { ...(entry as object), value: await findIds(nested.fields, value, `${label}: `) }
						: entry;
				});
			} else if (hasChoices(field) && !isEmpty(given)) {
				const label = place + field.displayName;
				if (Array.isArray(given)) await each(async (one) => await findId(field, one, label, ids));
				else ids[name] = (await findId(field, given, label, ids)) as string;
			}
		}
		return ids;
	}

	async function findId(field: Picker, given: unknown, label: string, beside: IDataObject) {
		const word = findName(given);
		if (word === undefined || field.idPattern?.test(word)) return given;
		const rows = await fetchRows(client, target.id, field, beside);
		const withId = rows?.filter((row) => getRowId(row) === word) ?? [];
		const found = withId.length > 0 ? withId : (rows?.filter((row) => isNamed(row, word)) ?? []);
		const [only] = found;
		if (only && found.length === 1) return getSentName(field, only.value);
		if (field.idPattern || rows?.length)
			looked.push(ambiguousNameIssue(field, label, word, found, rows));
		return given;
	}

	const fields = (target.network?.fields ?? []).filter(({ name }) => keys.includes(name));
	return { ...post, settings: await findIds(fields, settings), lookupIssues: looked };
}

/** The one word of a value: a name, or an ID without one. */
function findName(given: unknown): string | undefined {
	const [word, ...others] = new Set(isObject(given) ? Object.values(given) : [given]);
	return typeof word === 'string' && word.trim() !== '' && others.length === 0 ? word : undefined;
}

function getRowId({ value }: Row): string {
	const row = tryParseJson(String(value));
	return (isObject(row) ? findText(row, ['value', 'id']) : undefined) ?? String(value);
}

const isNamed = ({ name }: Row, wanted: string) =>
	toComparableName(name).replace(/^#/, '') === toComparableName(wanted).replace(/^#/, '');

/** A chosen value as it is sent, also in a list. */
const getSentName = ({ toPayload }: Picker, value: Row['value']): unknown =>
	[toPayload ? toPayload(value, '') : value].flat()[0];

/** The rows of a picker; undefined if they are unknown. */
async function fetchRows(
	client: PostizClient,
	channelId: string,
	field: Picker,
	beside: IDataObject,
) {
	const { tool, toolData = {} } = field;
	const inputs = Object.entries(toolData).map(([key, { field: name, read }]) => [
		key,
		read ? read(beside[name]) : beside[name],
	]);
	const data = Object.fromEntries(inputs) as IDataObject;
	if (Object.values(data).some(isEmpty)) return undefined;
	const call = { channelId, methodName: tool, data };
	return await getOrCreate(getLists(client), JSON.stringify(call), async () => {
		const answer = await callTool(client, call).catch(ignoreProblem);
		return findOptions(answer, field);
	});
}

function ambiguousNameIssue(
	{ tool, rowsLabel: noun = tool, idPattern }: Picker,
	label: string,
	word: string,
	found: Row[],
	rows: Row[] = [],
): Issue {
	const isTwice = found.length > 1;
	const choices = listNames(
		(isTwice ? found : rows).map((row) => {
			const id = getRowId(row);
			return id === row.name ? id : `${row.name} (${id})`;
		}),
	);
	// Other words may be IDs that the list leaves out.
	const isNoId = idPattern !== undefined || NOT_AN_ID.test(word);
	const wrong = isNoId
		? `must be an ID, or the name of one of the ${noun}, not ${quote(word)}`
		: `is not one of the ${noun} of this channel: ${quote(word)}`;
	return {
		level: isTwice || isNoId ? 'error' : 'note',
		field: label,
		message: isTwice
			? `${label}: ${found.length} ${noun} are named ${quote(word)}`
			: `${label} ${wrong}`,
		remedy: choices
			? `Choose one of these: ${choices}.`
			: `Channel > Look Up (${tool}) returns the IDs.`,
		...(!isTwice && { mayPass: true }),
	};
}
