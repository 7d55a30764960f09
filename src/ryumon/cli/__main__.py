"""python -m ryumon.cli"""

from ryumon.cli import main

main()
