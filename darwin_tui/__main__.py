"""Entry point of ``python -m darwin_tui``."""

from darwin_tui.cli.program import main

if __name__ == "__main__":
    main(prog_name="darwin-tui")
