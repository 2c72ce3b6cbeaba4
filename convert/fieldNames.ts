import { baseType } from './graph';
import { asList, asObject, type Json, type WorkflowNode } from './types';

/** A parameter in which the name of a field, or several with commas, stands as text. */
interface NameParameter {
	/** Its path; `*` stands for each row of a list. */
	path: string;
	/** Beside it: what calls the result, so that it can keep its name. */
	result?: { path: string; switch?: string };
}

const NAMES: Record<string, NameParameter[]> = {
	aggregate: [
		{
			path: 'fieldsToAggregate.fieldToAggregate.*.fieldToAggregate',
			result: { path: 'outputFieldName', switch: 'renameField' },
		},
		{ path: 'fieldsToExclude' },
		{ path: 'fieldsToInclude' },
	],
	compareDatasets: [
		{ path: 'mergeByFields.values.*.field1' },
		{ path: 'mergeByFields.values.*.field2' },
	],
	itemLists: [{ path: 'fieldsToCompare' }, { path: 'sortFieldsUi.sortField.*.fieldName' }],
	merge: [
		{ path: 'fieldsToMatchString' },
		{ path: 'mergeByFields.values.*.field1' },
		{ path: 'mergeByFields.values.*.field2' },
	],
	removeDuplicates: [{ path: 'fieldsToCompare' }, { path: 'fieldsToExclude' }],
	renameKeys: [{ path: 'keys.key.*.currentKey' }],
	set: [{ path: 'includeFields' }, { path: 'excludeFields' }],
	sort: [{ path: 'sortFieldsUi.sortField.*.fieldName' }],
	splitOut: [
		{ path: 'fieldToSplitOut', result: { path: 'options.destinationFieldName' } },
		{ path: 'fieldsToInclude' },
	],
	summarize: [{ path: 'fieldsToSummarize.values.*.field' }, { path: 'fieldsToSplitBy' }],
};

/**
 * The parameters of a node with other names of fields in them. `rename` returns the name of a field now,
 * or undefined if there is none any more.
 */
export function renameNamedFields(
	node: WorkflowNode,
	rename: (field: string) => string | undefined,
	tell: (path: string, before: string, after: string) => void,
): Json {
	let parameters: Json = node.parameters ?? {};
	for (const { path, result } of NAMES[baseType(node)] ?? []) {
		parameters = asObject(
			change(parameters, path.split('.'), [], (entered, at, beside) => {
				if (typeof entered !== 'string' || entered.startsWith('=')) return undefined;
				const names = entered.split(',').map((name) => name.trim());
				const now = names.map((name) => renamePath(name, rename));
				if (now.every((name, index) => name === names[index])) return undefined;
				const after = now.join(', ');
				tell(at, entered, after);
				return { value: after, beside: result && keepName(result, beside, names.join(', ')) };
			}),
		);
	}
	return parameters;
}

// Of a path with dots only the field of the item is called otherwise.
function renamePath(name: string, rename: (field: string) => string | undefined): string {
	const [field = '', ...rest] = name.split('.');
	return [rename(field) ?? field, ...rest].join('.');
}

function keepName(result: NonNullable<NameParameter['result']>, beside: Json, name: string): Json {
	const [first = '', second] = result.path.split('.');
	const holder = second === undefined ? beside : asObject(beside[first]);
	const key = second ?? first;
	if (holder[key] !== undefined && holder[key] !== '') return {};
	const kept = second === undefined ? { [key]: name } : { [first]: { ...holder, [key]: name } };
	return { ...kept, ...(result.switch && { [result.switch]: true }) };
}

type Replace = (
	value: unknown,
	at: string,
	beside: Json,
) => { value: unknown; beside?: Json } | undefined;

/** The value with what stands at a path replaced; `*` in the path stands for all elements of a list. */
function change(value: unknown, path: string[], before: string[], replace: Replace): unknown {
	const [key = '', ...rest] = path;
	if (key === '*') {
		return asList(value).map((element, index) =>
			change(element, rest, [...before, String(index)], replace),
		);
	}
	const object = asObject(value);
	if (object !== value || object[key] === undefined) return value;
	const at = [...before, key];
	if (rest.length > 0) return { ...object, [key]: change(object[key], rest, at, replace) };
	const replaced = replace(object[key], at.join('.'), object);
	return replaced ? { ...object, ...replaced.beside, [key]: replaced.value } : value;
}

/** True if a node hands on or stores all fields of the items that it gets, whatever they are. */
export function takesWholeItems(node: WorkflowNode): boolean {
	const { parameters = {} } = node;
	switch (baseType(node)) {
		case 'aggregate':
			return parameters.aggregate === 'aggregateAllItemData';
		case 'convertToFile':
			return true;
		case 'respondToWebhook':
			return ['allIncomingItems', 'firstIncomingItem', undefined].includes(
				parameters.respondWith as string | undefined,
			);
		default:
			return holds(parameters, (text) => text === 'autoMapInputData');
	}
}

function holds(value: unknown, test: (text: string) => boolean): boolean {
	if (typeof value === 'string') return test(value);
	return typeof value === 'object' && value !== null
		? Object.values(value).some((inner) => holds(inner, test))
		: false;
}
