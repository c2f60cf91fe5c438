extension StoredMigration.Page {
    /// How the page looks: in light and dark mode, and on a narrow screen, where the cells of a row are below each
    /// other.
    static let style = """
        :root { color-scheme: light dark; --line: #d0d4d9; --soft: #f3f5f7; --bar: #3b76c4; --bad: #b3261e; --good: #1c7a3d;
          --gone: #fbe3e1; --come: #dff3e4; }
        @media (prefers-color-scheme: dark) {
          :root { --line: #444a52; --soft: #23272c; --bar: #6ea3e8; --bad: #ff8a80; --good: #7bd695; --gone: #4a2522; --come: #1f3d28; }
        }
        body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
        main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
        h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
        code, pre { font: .9em/1.5 ui-monospace, monospace; }
        .tiles { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; }
        .tiles li { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .8rem; }
        .tiles b { font-size: 1.3rem; } .tiles .bad b { color: var(--bad); } .tiles .good b { color: var(--good); }
        table { border-collapse: collapse; width: 100%; }
        th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; }
        td:first-child { min-width: 8rem; }
        .bar { display: inline-block; width: 6rem; height: .7rem; background: var(--soft); border: 1px solid var(--line); margin-right: .5rem; }
        .bar span { display: block; height: 100%; background: var(--bar); }
        .list { list-style: none; padding: 0; } .list li { border-bottom: 1px solid var(--line); padding: .4rem 0; } .list i { color: var(--bad); }
        pre { background: var(--soft); border: 1px solid var(--line); padding: .5rem; margin: 0; white-space: pre-wrap; }
        del, ins { display: block; text-decoration: none; } del { background: var(--gone); } ins { background: var(--come); }
        @media (max-width: 40rem) {
          thead { display: none; } tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; }
          td { display: block; border: 0; padding: .1rem 0; } td::before { content: attr(data-title) ": "; opacity: .7; }
        }
        """
}
