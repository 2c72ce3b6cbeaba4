import { look, type Point, type Source, type View } from './view';

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

const source = byId<HTMLTextAreaElement>('source');
const files = byId<HTMLInputElement>('files');

let view: View | undefined;
/** The addresses of what was downloaded, which have to last until the browser has read it. */
let downloads: string[] = [];

/** Texts of strangers are only ever texts: nothing is read as HTML. */
function element(tag: string, text = '', className = ''): HTMLElement {
	const made = document.createElement(tag);
	made.textContent = text;
	made.className = className;
	return made;
}

function show(id: string, isShown: boolean): void {
	byId(id).hidden = !isShown;
}

function convert(sources: Source[]): void {
	const isEmpty = sources.every(({ text }) => text.trim() === '');
	const { problem = '', ...seen } = isEmpty ? {} : look(sources);
	view = seen.view;
	byId('problem').textContent = problem;
	show('problem', problem !== '');
	source.setAttribute('aria-invalid', String(problem !== ''));
	const { steps = [], looks = [], files: made = [], summary = '' } = view ?? {};
	show('result', view !== undefined);
	show('take', made.length > 0);
	byId('result-title').textContent =
		made.length > 0 ? 'Your new workflow' : 'Nothing was converted';
	byId('summary').textContent = summary;
	byId('said').textContent = '';
	show('copy', made.length === 1);
	byId('download').textContent = made.length > 1 ? `Download ${made.length} files` : 'Download';
	list('todo', 'steps', steps);
	list('looks', 'look-list', looks);
	source.placeholder = sources.flatMap(({ name = [] }) => name).join('\n');
	if (view) byId('result').scrollIntoView();
}

function list(section: string, id: string, points: Point[]): void {
	show(section, points.length > 0);
	byId(id).replaceChildren(
		...points.map(({ where, message, advice }) => {
			const item = element('li');
			if (where) item.append(element('strong', where), ': ');
			item.append(`${message.replace(/\.$/, '')}. `);
			if (advice) item.append(element('span', advice, 'faint'));
			return item;
		}),
	);
}

async function take(given: FileList): Promise<void> {
	const read = [...given].map(async (file) => ({ name: file.name, text: await file.text() }));
	source.value = '';
	convert(await Promise.all(read));
}

source.addEventListener('input', () => convert([{ text: source.value }]));
byId('choose').addEventListener('click', () => files.click());
files.addEventListener('change', () => {
	if (files.files?.length) void take(files.files).then(() => (files.value = ''));
});
byId('copy').addEventListener('click', () => {
	void navigator.clipboard.writeText(view?.files[0]?.text ?? '').then(
		() => (byId('said').textContent = 'Copied. In n8n, open a new workflow and paste it.'),
		() => (byId('said').textContent = 'Your browser does not let the page copy. Use Download.'),
	);
});

byId('download').addEventListener('click', () => {
	for (const address of downloads) URL.revokeObjectURL(address);
	downloads = (view?.files ?? []).map(({ name = '', text }) => {
		const link = document.createElement('a');
		link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
		link.download = name;
		link.click();
		return link.href;
	});
	byId('said').textContent = 'Downloaded. In n8n, choose Import from File.';
});
